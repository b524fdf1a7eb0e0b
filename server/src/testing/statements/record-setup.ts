/** Of vitest: turns recording on in a worker of the server's tests. Where nothing is recorded, nothing is loaded. */
const folder = process.env.NOTIFLY_RECORD_STATEMENTS
if (folder !== undefined) (await import('./record.ts')).recordStatements(folder)

export {}
