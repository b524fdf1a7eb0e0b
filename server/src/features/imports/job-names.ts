/** Names of background jobs, as the queue stores them. */
export const INSERT_IMPORT = 'import.insert'
export const EXPIRE_IMPORT = 'import.expire'
export const WATCH_IMPORT = 'import.watch'
