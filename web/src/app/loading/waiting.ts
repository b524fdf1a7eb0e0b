import { createStore } from '../../api/store.ts'

/** Requests that wait for the reader's decision in this application, as the bell was told last. */
export const waiting = createStore(0)
