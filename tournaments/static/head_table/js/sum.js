/* What a hand of a game that is a document scores, worked out on the phone while the server cannot be asked: from the
 * typed trees that games/documents/tree.py gives. No sentence is said, and nothing of what is saved rests on it.
 */
(() => {
  "use strict";

  /** @typedef {number | boolean | string} Value */
  /** @typedef {{seats: number, couples: boolean, known: Record<string, any>, tables: any, deciders: Record<string, Value>, kinds: any[]}} Tree */
  /** What every name stands for; of what differs from seat to seat a list. @typedef {Record<string, Value | Value[]>} Known */

  /** Thrown where a hand lacks something, or cannot have been. */
  class NoScoreError extends Error {}

  /** @type {Record<string, (...of: any[]) => Value>} */
  const DOES = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "==": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    "&&": (...all) => all.every(Boolean),
    "||": (...all) => all.some(Boolean),
    "!": (a) => !a,
    if: (when, one, other) => (when ? one : other),
    in: (a, ...of) => of.includes(a),
    half: (a) => Math.floor(a / 2),
    abs: Math.abs,
    up: (a, step) => Math.ceil(a / step) * step,
    min: Math.min,
    max: Math.max,
    count: (...all) => all.filter(Boolean).length,
  };
  /** @type {Record<string, (of: any[]) => number>} */
  const OF_ALL = {
    total: (of) => of.reduce((sum, one) => sum + one, 0),
    highest: (of) => Math.max(...of),
    lowest: (of) => Math.min(...of),
    seats: (of) => of.filter(Boolean).length,
  };

  /**
   * @param {any} node
   * @param {Known} known
   * @param {Tree} tree
   * @param {number} place of the seat that is looked at, from 0
   * @returns {any}
   */
  function worth(node, known, tree, place) {
    if (typeof node === "string") return Array.isArray(known[node]) ? known[node][place] : known[node];
    if (!Array.isArray(node)) return node;
    const [does, ...parts] = node;
    if (does === "word") return parts[0];
    if (does === "lookup") return tree.tables[parts[0]][worth(parts[1], known, tree, place)];
    if (does in OF_ALL) return OF_ALL[does](atSeats(tree, (each) => worth(parts[0], known, tree, each)));
    return DOES[does](...parts.map((part) => worth(part, known, tree, place)));
  }

  /**
   * @template T
   * @param {Tree} tree
   * @param {(place: number) => T} of
   */
  const atSeats = (tree, of) => Array.from({ length: tree.seats }, (_, place) => of(place));

  /**
   * One value of what was entered.
   * @param {any} field
   * @param {string | undefined} entered
   */
  function valueOf(field, entered) {
    if (field.kind === "flag") return entered === "true";
    if (entered === undefined || entered === "none" && typeof field.nothing === "number") {
      if (field.may_lack) return field.nothing;
      throw new NoScoreError();
    }
    if (typeof field.nothing === "string") return entered;
    const number = Number(entered);
    if (!Number.isInteger(number) || number < field.least || number > field.most || number % (field.step ?? 1)) throw new NoScoreError();
    return number;
  }

  /**
   * @param {any} field
   * @param {Record<string, string>} values
   * @param {Known} known
   * @param {Tree} tree
   */
  function learn(field, values, known, tree) {
    const path = `hand.${field.name}`;
    if (field.kind === "seat_count") return;
    if (field.kind === "taken_by") {
      for (const item of field.items ?? []) known[`${field.name}_${item}`] = field.asked ? valueOf(field, values[`${path}.${item}`]) : field.nothing;
    } else if (field.kind === "numbers" && field.asked) {
      const cells = Array.from({ length: field.cells }, (_, cell) => valueOf(field, values[`${path}.${cell}`]));
      if (field.total !== null && OF_ALL.total(cells) !== field.total) throw new NoScoreError();
      known[field.name] = atSeats(tree, (place) => cells[place % field.cells]);
    } else {
      known[field.name] = field.asked ? valueOf(field, values[path]) : field.nothing;
    }
  }

  /**
   * What each seat scores; null where the hand lacks something or cannot have been.
   * @param {Tree} tree
   * @param {Record<string, string>} values as the form posts them
   */
  function scores(tree, values) {
    try {
      return worked(tree, values);
    } catch (error) {
      if (error instanceof NoScoreError) return null;
      throw error;
    }
  }

  /**
   * @param {Tree} tree
   * @param {Record<string, string>} values
   */
  function worked(tree, values) {
    const decided = Object.entries(tree.deciders).map(([name, nothing]) => {
      const entered = values[`hand.${name}`];
      return typeof nothing === "boolean" ? entered === "true" : entered ?? nothing;
    });
    const kind = tree.kinds.find(({ cases }) => cases.some((/** @type {Value[]} */ one) => one.every((value, place) => value === decided[place])));
    /** @type {Known} */
    const known = { ...tree.known, seat: atSeats(tree, (place) => place + 1) };
    for (const field of kind.fields) learn(field, values, known, tree);
    for (const [name, [bySeat, node]] of Object.entries(kind.values)) {
      known[name] = bySeat ? atSeats(tree, (place) => worth(node, known, tree, place)) : worth(node, known, tree, 0);
    }
    for (const [places, node] of kind.refusals) {
      for (let place = 0; place < places; place += 1) if (worth(node, known, tree, place)) throw new NoScoreError();
    }
    return added(tree, kind.lines, known);
  }

  /**
   * @param {Tree} tree
   * @param {any[]} lines
   * @param {Known} known
   */
  function added(tree, lines, known) {
    const sums = atSeats(tree, () => 0);
    for (const [each, by, when, points] of lines) {
      for (let place = 0; place < (each ? tree.seats : 1); place += 1) {
        if (!worth(when, known, tree, place)) continue;
        const everybody = each ? [place + 1] : atSeats(tree, (seat) => seat + 1);
        const to = by ? by[1][worth(by[0], known, tree, place)] : everybody;
        for (const seat of to) sums[seat - 1] += worth(points, known, tree, place);
      }
    }
    return sums;
  }

  /**
   * What each couple scores, or each seat where there are none or partners score differently; nothing yet is no one.
   * @param {Tree} tree
   * @param {Record<string, string>} values
   * @returns {[string, number][]}
   */
  function sides(tree, values) {
    const sums = scores(tree, values) ?? [];
    const alike = tree.couples && sums.length > 0 && sums[0] === sums[2] && sums[1] === sums[3];
    return alike ? [["A", sums[0]], ["B", sums[1]]] : sums.map((points, place) => [String(place + 1), points]);
  }

  window.headTable = { ...window.headTable, sum: { scores, sides } };
})();
