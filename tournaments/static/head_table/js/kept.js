/* The hands that this phone keeps until the server has them. IndexedDB, because plain http has it too and it lasts
 * when the battery does not. All of these reject where the browser keeps nothing (a private window, no room left).
 *
 *   all()        every hand, in the order in which they were saved
 *   put(hand)    keeps it under its `order`, or as the last one; resolves to the order
 *   remove(order)
 */
const NAME = "head-table";
const STORE = "hands";
/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
      asked.result.onclose = forget;
      asked.result.onversionchange = () => { asked.result.close(); forget(); };
      done(asked.result);
    };
  });
  opened.catch(forget);
  return opened;
}

function forget() {
  opened = undefined;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} what
 * @returns {Promise<T>}
 */
async function act(mode, what) {
  const database = await open();
  return new Promise((done, failed) => {
    // Strict: an answer only when it is on the disk.
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const asked = what(transaction.objectStore(STORE));
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = () => failed(transaction.error);
  });
}

/**
 * A phone that slept may find its database closed: it is opened again, once.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} what
 */
async function surely(mode, what) {
  try {
    return await act(mode, what);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    forget();
    return act(mode, what);
  }
}

/** @type {import("./queue.js").Kept} */
export const kept = {
  all: () => surely("readonly", (store) => store.getAll()),
  put: async (hand) => Number(await surely("readwrite", (store) => store.put(hand))),
  remove: (order) => surely("readwrite", (store) => store.delete(order)),
};
