// What the scripts of the pages find in a browser beside its own: one another, htmx, and the events of both.

import type { Hand, Kept, Queue } from "../tournaments/static/head_table/js/queue.js";

type Values = Record<string, string>;

interface HtmxDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  requestConfig: { elt: Element; verb: string; path: string };
  successful: boolean;
  shouldSwap: boolean;
  isError: boolean;
  swapOverride: string;
}

interface Events {
  "evening-changed": CustomEvent<{ version?: number; status?: string } | null>;
  "queue-changed": CustomEvent<null>;
  "queue-answered": CustomEvent<Hand>;
  "hand-waits": CustomEvent<number>;
  "search-wanted": CustomEvent<null>;
  "connection-lost": CustomEvent<null>;
  "connection-back": CustomEvent<null>;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeOnLoad": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:load": CustomEvent<{ elt: HTMLElement }>;
  "htmx:responseError": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:timeout": HtmxEvent;
}

interface HandForm {
  values(form: HTMLFormElement): Values;
  touched(form: HTMLFormElement): boolean;
  fill(form: HTMLFormElement, entered: Values): void;
  update(form: HTMLFormElement, edited?: HTMLInputElement): void;
  renew(form: HTMLFormElement, drawn: string): HTMLFormElement;
}

declare global {
  type HtmxEvent = CustomEvent<HtmxDetail>;

  interface Window {
    headTable: {
      kept?: Kept;
      queue?: Queue;
      form: HandForm;
      sum: { scores(tree: any, values: Values): number[] | null; sides(tree: any, values: Values): [string, number][] };
      hand: { prepare(form: HTMLFormElement): Promise<void>; drop(form: HTMLFormElement): void; inView(): void };
      bell: { hear(): void };
    };
    htmx: {
      ajax(verb: string, path: string, how: Record<string, unknown>): Promise<void>;
      process(element: HTMLElement): void;
    };
  }

  interface DocumentEventMap extends Events {}
  interface HTMLElementEventMap extends Events {}

  // The scripts look for elements of HTML alone; whoever knows that one is there, or which, says so beside the call.
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<E extends HTMLElement | null = HTMLElement | null>(selectors: string): E;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<E>;
  }
  interface Element {
    closest<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null;
    closest<E extends HTMLElement | null = HTMLElement | null>(selectors: string): E;
  }
  interface HTMLElement {
    cloneNode(deep?: boolean): HTMLElement;
  }
  // Fields by name are those of the form of a hand.
  interface HTMLFormControlsCollection {
    round: HTMLInputElement;
    number: HTMLInputElement;
    key: HTMLInputElement;
    played_at?: HTMLInputElement;
    "hand.dealer"?: RadioNodeList;
  }
}
