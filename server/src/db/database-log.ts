/** What the database layer needs of a logger; a pino logger fits. */
export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
