/** Contents of the journeys: an audience file, and emails as people import them from other products. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** 3,000 people in all sorts of places. */
export const AUDIENCE_FILE = fixture('features/imports/fixtures/contacts-3000.csv')
export const AUDIENCE_SIZE = 3000

/** An email in a template language that resembles Liquid: it contains a block that cannot be parsed. */
export const RECEIPT = readFileSync(fixture('lib/liquid/fixtures/postmark-receipt.html'), 'utf8')

const FIELDS = {
  name: "{{ first_name | default: 'there' }}",
  username: '{{ email }}',
  login_url: 'https://lumen.example/sign-in',
  help_url: 'https://lumen.example/help',
  live_chat_url: 'https://lumen.example/chat',
  support_email: 'help@lumen.example',
  trial_length: '30',
  trial_start_date: 'today',
  trial_end_date: 'in a month',
}

/** A welcome mail with the merge fields of that audience; its button opens a page of `site`. */
export function welcomeTo(site: string): string {
  const fields = { ...FIELDS, action_url: site }
  return WELCOME.replace(/\{\{\s*(\w+)\s*\}\}/g, (tag, field: keyof typeof fields) => fields[field] ?? tag)
}

const WELCOME = readFileSync(fixture('lib/liquid/fixtures/postmark-welcome.html'), 'utf8')

/** A small audience file: each address with a first name and a plan. */
export function audienceOf(people: readonly { email: string; firstName: string }[]): string {
  const rows = people.map(({ email, firstName }) => `${email},${firstName},professional`)
  return ['email,first_name,plan', ...rows].join('\n')
}

function fixture(path: string): string {
  return fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url))
}
