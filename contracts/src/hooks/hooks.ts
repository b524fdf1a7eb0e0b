/** Calls by which providers report. Each configuration has its own URL, whose token is shown on the settings page. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const PATH = '/hooks/{provider}/{hook_token}'

const report = {
  access: 'public',
  params: z.object({ provider: z.string(), hook_token: z.string() }),
  raw: { types: ['text/plain'] },
  bodyLimitBytes: 1_048_576,
} as const

export const postReport = endpoint({
  ...report,
  call: `POST ${PATH}`,
  summary: 'What a provider reports of messages, in its own form and with its own signature',
})

export const getReport = endpoint({
  ...report,
  call: `GET ${PATH}`,
  summary: 'The same for providers that report in the query, or that ask first whether we are there',
})
