/**
 * A provider's settings as data. One declaration defines the validation, the form in the dashboard, which values are stored as secrets, and
 * what is returned. Each provider's file declares its fields in the order of the form.
 */
import * as z from 'zod/mini'
import { sentenceKey, type SentenceKey } from '../sentences/sentence.ts'

export type FieldKind = 'text' | 'secret' | 'number' | 'select' | 'textarea'

export interface FieldPlace {
  /** Section of the form. */
  section: string
  /** Takes the full width instead of half of it. */
  wide?: boolean
  /** Optional only in combination with others: the section says so, not the field. */
  isUnmarked?: boolean
}

export interface SettingField<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> extends FieldPlace {
  kind: FieldKind
  /** Schema of the accepted value. */
  schema: Schema
  /** Schema of the returned value: secrets are asterisks if set, and absent otherwise. */
  answer: Answer
  isOptional: boolean
  /** Stored encrypted, never returned. */
  isSecret: boolean
  /** Values of an empty form. */
  initial: string | number | null
  /** Maximum number of characters. */
  maxLength?: number
  /** Keyboard type on small screens. */
  input?: 'email' | 'numeric' | 'decimal' | 'tel'
  options?: readonly string[]
  /** Names of options, the same in every language. */
  optionNames?: Readonly<Record<string, string>>
  /** For a secret: the derived value that shows which one is stored. */
  shownAs?: string
  /** For a secret: it is kept only while these fields are unchanged. */
  boundTo: readonly string[]
  /** For a secret: the sentence if it cannot be kept. */
  retype: SentenceKey
  /** For a secret: without any of these fields it has no use and is deleted. */
  goesWith: readonly string[]
  /** For a file: its extensions, as file inputs take them. */
  file?: string
  /** Reports of the provider may set it: if it is left out, it stays as it is. */
  isLearnt?: boolean
}

export type SettingFields = Readonly<Record<string, SettingField>>

/** A fault of several fields together, shown at one of them. */
export interface SettingFault {
  field: string
  /** Key of a sentence. */
  message: SentenceKey
}

type Shape<Fields extends SettingFields, Part extends 'schema' | 'answer'> = {
  [Name in keyof Fields]: Fields[Name][Part]
}

/** Settings of any provider, by name. */
export type AnySettings = Readonly<Record<string, unknown>>

export interface SettingsForm<Fields extends SettingFields = SettingFields> {
  fields: Fields
  schema: z.ZodMiniObject<Shape<Fields, 'schema'>>
  answer: z.ZodMiniObject<Shape<Fields, 'answer'>>
  /** Finds faults of several fields together. Asterisks count as a secret that is present. */
  faults(settings: AnySettings): SettingFault[]
  /** Random values that the product generates once, stores and shows, for people to enter at the provider. */
  generated: readonly string[]
  /** Values that are shown in addition to the fields; never secret. */
  derived(settings: AnySettings): Record<string, string>
  /** Description of the settings in requests and in the audit trail. */
  title(settings: AnySettings): string
  /** Values that sending finds out and stores with the settings; they are deleted when one of these fields changes. */
  learnt: Readonly<Record<string, readonly string[]>>
}

interface FormOptions {
  title: (settings: AnySettings) => string
  faults?: (settings: AnySettings) => SettingFault[]
  generated?: readonly string[]
  derived?: (settings: AnySettings) => Record<string, string>
  learnt?: Readonly<Record<string, readonly string[]>>
}

/** Declares a provider's settings. */
export function settingsForm<const Fields extends SettingFields>(
  fields: Fields,
  { title, faults = () => [], generated = [], derived = () => ({}), learnt = {} }: FormOptions,
): SettingsForm<Fields> {
  const shapeOf = (part: 'schema' | 'answer') =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))
  return {
    title,
    fields,
    schema: z.object(shapeOf('schema')) as unknown as SettingsForm<Fields>['schema'],
    answer: z.object(shapeOf('answer')) as unknown as SettingsForm<Fields>['answer'],
    faults,
    generated,
    derived,
    learnt,
  }
}

/** The fields of a form by name, in its order. */
export function fieldsOf(form: Pick<SettingsForm, 'fields'>): [name: string, field: SettingField][] {
  return Object.entries(form.fields)
}

/** Sent instead of a secret that was not entered again. */
export function isKeptSecret(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^\**$/.test(value))
}

/** Whether nothing was entered; a stored secret, shown as asterisks, counts as entered. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

export const RETYPE_PASSWORD = sentenceKey('channels.retype')
export const RETYPE_SECRET = sentenceKey('channels.retypeSecret')
