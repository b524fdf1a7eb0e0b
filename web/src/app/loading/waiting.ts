import { createStore } from '../../api/store.ts'

/** How many requests wait for the reader's decision in this application, as the bell last knew. */
export const waiting = createStore(0)
