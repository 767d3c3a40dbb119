// Good Enough Golfers' method, written from its description: round after round, each from random groups that
// are changed for a fixed number of generations; what counts is the sum of the squares of earlier meetings.
// Reads one JSON object a line: {players, rounds, size, seconds, seed}; answers the rounds, one JSON list a line.

const GENERATIONS = 30;
const STARTS = 5;
const KEPT = 20;
const RANDOM_CHANGES = 2;

// Milliseconds of processor time, so that whoever else uses the machine does not count.
function now() {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
}

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(list, chance) {
  const found = list.slice();
  for (let place = found.length - 1; place > 0; place--) {
    const other = Math.floor(chance() * (place + 1));
    [found[place], found[other]] = [found[other], found[place]];
  }
  return found;
}

function conflict(group, met, players) {
  let sum = 0;
  for (let one = 0; one < group.length; one++)
    for (let other = one + 1; other < group.length; other++) {
      const times = met[group[one] * players + group[other]];
      sum += times * times;
    }
  return sum;
}

function candidate(groups, met, players) {
  const scores = groups.map((group) => conflict(group, met, players));
  return { groups, scores, total: scores.reduce((sum, score) => sum + score, 0) };
}

function exchanged(from, one, seat, other, place, met, players) {
  const groups = from.groups.slice();
  const scores = from.scores.slice();
  groups[one] = groups[one].slice();
  groups[other] = groups[other].slice();
  [groups[one][seat], groups[other][place]] = [groups[other][place], groups[one][seat]];
  scores[one] = conflict(groups[one], met, players);
  scores[other] = conflict(groups[other], met, players);
  const total = from.total - from.scores[one] - from.scores[other] + scores[one] + scores[other];
  return { groups, scores, total };
}

function mutations(from, met, players, chance) {
  const found = [from];
  const worst = from.scores.map((score, number) => [score, number]).sort((a, b) => b[0] - a[0]);
  for (const [score, one] of worst.slice(0, 2)) {
    if (!score) continue;
    for (let seat = 0; seat < from.groups[one].length; seat++)
      for (let other = 0; other < from.groups.length; other++) {
        if (other === one) continue;
        for (let place = 0; place < from.groups[other].length; place++)
          found.push(exchanged(from, one, seat, other, place, met, players));
      }
  }
  for (let change = 0; change < RANDOM_CHANGES && from.groups.length > 1; change++) {
    const [one, other] = shuffled([...from.groups.keys()], chance);
    const seat = Math.floor(chance() * from.groups[one].length);
    found.push(exchanged(from, one, seat, other, seat, met, players));
  }
  return found;
}

function round(people, size, met, players, chance, until) {
  const fresh = () => {
    const order = shuffled(people, chance);
    const groups = [];
    for (let first = 0; first < order.length; first += size) groups.push(order.slice(first, first + size));
    return candidate(groups, met, players);
  };
  let best = Array.from({ length: STARTS }, fresh).sort((a, b) => a.total - b.total);
  for (let generation = 0; generation < GENERATIONS && best[0].total > 0 && now() < until; generation++) {
    const next = best.flatMap((from) => mutations(from, met, players, chance));
    const least = next.reduce((total, one) => Math.min(total, one.total), Infinity);
    best = shuffled(next.filter((one) => one.total === least), chance).slice(0, KEPT);
  }
  return best[0].groups;
}

function evening(task, chance, until) {
  const { players, rounds, size } = task;
  const met = new Int32Array(players * players);
  const out = new Int32Array(players);
  let repeated = 0;
  const cards = [];
  for (let number = 0; number < rounds; number++) {
    const order = shuffled([...Array(players).keys()], chance).sort((a, b) => out[a] - out[b]);
    const sitting = players % size;
    for (const player of order.slice(0, sitting)) out[player]++;
    const groups = round(order.slice(sitting), size, met, players, chance, until);
    for (const group of groups)
      for (const one of group)
        for (const other of group)
          if (one !== other && met[one * players + other]++ > 0) repeated++;
    cards.push(groups);
  }
  return { cards, repeated };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const task = JSON.parse(line);
  const chance = generator(task.seed);
  const until = now() + task.seconds * 1000;
  let best = evening(task, chance, until);
  while (now() < until && best.repeated > 0) {
    const next = evening(task, chance, until);
    if (next.repeated < best.repeated) best = next;
  }
  console.log(JSON.stringify(best.cards));
});
