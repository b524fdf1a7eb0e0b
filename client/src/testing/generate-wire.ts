/**
 * Writes the client's types from the contracts: `node client/src/testing/generate-wire.ts`. The package itself then knows neither
 * contracts nor zod. A test fails while the file is not what the contracts make.
 */
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  BatchResult,
  changeConsent,
  putContact,
  putContacts,
  readContactByExternalId,
} from '@notifly/contracts/contacts/programs'
import { EventResult, sendEvent, SentEvent } from '@notifly/contracts/events/events'
import {
  AcceptedMessage,
  listMessages,
  Message,
  MessageDetails,
  MessageResult,
  SentMessage,
} from '@notifly/contracts/messages/messages'
import { fieldErrorData } from '@notifly/contracts/sentences/said'
import * as z from 'zod/mini'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  not?: JsonSchema
}

type Schema = z.ZodMiniType | undefined
const itemOf = (schema: Schema, name: string): Schema =>
  (schema as unknown as { shape: Record<string, { _zod: { def: { element: Schema } } }> }).shape[name]?._zod.def.element

/** What programs send. */
const SENT: Record<string, [schema: Schema, words: string]> = {
  NewMessage: [SentMessage, 'A message to send: what its channel takes, and whom it goes to.'],
  MessageFilter: [listMessages.query, 'What narrows a list of messages.'],
  ContactFields: [putContact.body, 'Fields of a contact. What is left out stays; null takes a value away.'],
  NewContact: [itemOf(putContacts.body, 'contacts'), 'A contact of a batch.'],
  ConsentWishes: [changeConsent.body, 'What a person told you they want to get.'],
  NewEvent: [SentEvent, 'What a contact did. Name the contact by external_user_id or by contact_uuid.'],
}

/** What is answered. */
const ANSWERED: Record<string, [schema: Schema, words: string]> = {
  AcceptedMessage: [AcceptedMessage, 'A message that is stored and will be sent.'],
  MessageResult: [MessageResult, 'What became of one message of a batch.'],
  Message: [Message, 'A message as lists have it.'],
  MessageDetails: [MessageDetails, 'A message with everything that happened to it.'],
  Contact: [readContactByExternalId.data, 'A contact with channels, segments and merge fields.'],
  StoredContact: [putContact.data, 'The contact, and whether it is new.'],
  ContactResult: [BatchResult, 'What became of one contact of a batch.'],
  Consent: [changeConsent.data, 'What a contact may be sent, by channel and by topic.'],
  EventReceipt: [sendEvent.data, 'Whether the event is new or came before.'],
  EventResult: [EventResult, 'What became of one event of a batch.'],
  FieldError: [fieldErrorData, 'A field that was refused, and why.'],
}

/** The file as the contracts make it, before it is formatted. */
export function wireTypes(): string {
  const types = [...declarations(SENT, 'input'), ...declarations(ANSWERED, 'output')]
  return `// Written by testing/generate-wire.ts from the contracts; not by hand.\n\n${types.join('\n\n')}\n`
}

function declarations(types: typeof SENT, io: 'input' | 'output'): string[] {
  return Object.entries(types).map(([name, [schema, words]]) => {
    if (schema === undefined) throw new Error(`the contracts have no ${name}`)
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
    return `/** ${words} */\nexport type ${name} = ${typeOf(json)}`
  })
}

function typeOf(schema: JsonSchema): string {
  if (schema.not !== undefined) return 'never'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(each => `(${typeOf(each)})`).join(' | ')
  const { type } = schema
  if (Array.isArray(type)) return type.map(each => `(${typeOf({ ...schema, type: each })})`).join(' | ')
  switch (type) {
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties, propertyNames }: JsonSchema): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    const names = propertyNames?.enum === undefined ? 'string' : typeOf(propertyNames)
    return names === 'string' ? `Record<string, ${value}>` : `Partial<Record<${names}, ${value}>>`
  }
  const fields = Object.entries(properties).map(([name, each]) => {
    const optional = required.includes(name) ? '' : '?'
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${optional}: ${typeOf(each)}${optional && ' | undefined'}`
  })
  return `{ ${fields.join('; ')} }`
}

export const WIRE_FILE = fileURLToPath(new URL('../wire.ts', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(WIRE_FILE, wireTypes())
