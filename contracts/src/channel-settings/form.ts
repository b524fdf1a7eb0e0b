/**
 * A provider's settings as data: one declaration from which the check of what is typed, the form in the dashboard, what is
 * stored as a secret and what is answered come. A provider's own file declares its fields in the order of the form.
 */
import * as z from 'zod/mini'
import { says, type SentenceKey } from '../sentences/sentence.ts'

export type FieldKind = 'text' | 'secret' | 'number' | 'select' | 'textarea'

export interface FieldPlace {
  /** The part of the form that it is in. */
  section: string
  /** Takes a whole line instead of half of it. */
  wide?: boolean
  /** Optional only together with others: the section says so, not the field. */
  isUnmarked?: boolean
}

export interface SettingField<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> extends FieldPlace {
  kind: FieldKind
  /** What is accepted. */
  schema: Schema
  /** What is answered: secrets as asterisks when set, absent when not. */
  answer: Answer
  isOptional: boolean
  /** Stored sealed, never answered. */
  isSecret: boolean
  /** Values of an empty form. */
  initial: string | number | null
  /** Letters at most. */
  maxLength?: number
  /** Which keys a small screen shows. */
  input?: 'email' | 'numeric' | 'decimal' | 'tel'
  options?: readonly string[]
  /** Proper names of options, the same in every language. */
  optionNames?: Readonly<Record<string, string>>
  /** Of a secret: the derived value that tells which one is stored. */
  shownAs?: string
  /** Of a secret: it is kept unseen only while these fields are what they were. */
  boundTo: readonly string[]
  /** Of a secret: what is said when it cannot be kept. */
  retype: SentenceKey
  /** Of a secret: without any of these fields it means nothing and goes. */
  goesWith: readonly string[]
  /** Of what comes as a file: its endings, as file inputs take them. */
  file?: string
  /** The provider's reports may fill it in: left out, it stays as it is. */
  isLearnt?: boolean
}

export type SettingFields = Readonly<Record<string, SettingField>>

/** A fault that only several fields together show, at one of them. */
export interface SettingFault {
  field: string
  /** The key of a sentence. */
  message: SentenceKey
}

type Shape<Fields extends SettingFields, Part extends 'schema' | 'answer'> = {
  [Name in keyof Fields]: Fields[Name][Part]
}

/** Whatever a provider's settings are, by name. */
export type AnySettings = Readonly<Record<string, unknown>>

export interface SettingsForm<Fields extends SettingFields = SettingFields> {
  fields: Fields
  schema: z.ZodMiniObject<Shape<Fields, 'schema'>>
  answer: z.ZodMiniObject<Shape<Fields, 'answer'>>
  /** What fields show only together. Asterisks count as a secret that is there. */
  faults(settings: AnySettings): SettingFault[]
  /** Random values that the product makes once, keeps and shows: they are typed at the provider. */
  generated: readonly string[]
  /** What is shown of settings beside their fields; never a secret. */
  derived(settings: AnySettings): Record<string, string>
  /** What requests and the audit trail call them. */
  title(settings: AnySettings): string
  /** What sending learns and keeps beside the settings: forgotten when one of these fields changes. */
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

/** Sent in place of a secret that was not typed anew. */
export function isKeptSecret(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^\**$/.test(value))
}

/** Nothing typed; a stored secret, shown as asterisks, is something. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

export const RETYPE_PASSWORD = says('channels.retype')
export const RETYPE_SECRET = says('channels.retypeSecret')
