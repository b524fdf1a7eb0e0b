import { createStore } from '../../api/store.ts'

/** How many requests of this application wait for the reader's decision, as of the bell's last poll. */
export const waiting = createStore(0)
