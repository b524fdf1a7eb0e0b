import type { ColumnType } from 'kysely'

/** A moment: read as a Date, written as a Date or as text that PostgreSQL understands ('-infinity'). */
export type Time = ColumnType<Date, Date | string, Date | string>
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** jsonb: read as a parsed value that the reader must narrow, written as JSON text. */
export type Json = ColumnType<unknown, string, string>
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>

/** The same with a default. A GeneratedTime may be '-infinity' ("not yet"): read it through `nullif(x, '-infinity')`. */
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>
export type GeneratedJson = ColumnType<unknown, string | undefined, string>
