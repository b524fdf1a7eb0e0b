/** Panels of one run: clicks by link, how soon messages were opened, and the recipients' mailbox providers. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { mayReadRuns, runParams, RUNS_PATH } from './deliveries.ts'

/** A link that counts clicks; machines are not counted. */
export const RunLink = z.object({
  no: z.int(),
  /** As written in the campaign, including merge fields. */
  url: z.string(),
  clicks: z.int(),
  /** Recipients who clicked it; null if the details of the run were deleted. */
  clicked: z.nullable(z.int()),
})
export type RunLink = z.infer<typeof RunLink>

/** The most rows that `readRunLinks` returns: the most clicked links. */
export const RUN_LINKS_MAX = 500

export const RunLinks = z.object({
  /** Most clicked first. */
  links: z.array(RunLink),
  /** Clicks on all links of the run. */
  clicks: z.int(),
})
export type RunLinks = z.infer<typeof RunLinks>

export const RunMail = z.object({
  /** For an A/B test; null if all recipients get the same. */
  variant: z.nullable(z.int()),
  /** Link N has the address `drawnLinkAddress(N)`. Empty if the email cannot be drawn. */
  html: z.string(),
  /** Numbers of its links, including links that this copy does not show. */
  links: z.array(z.int()),
  /** The contact whose fields this copy shows; null for a copy without them. */
  recipient: z.nullable(z.string()),
})
export type RunMail = z.infer<typeof RunMail>

/** Replaces the address of a link in a drawn email. RFC 6761: it leads nowhere. */
export function drawnLinkAddress(no: number): string {
  return `https://link.invalid/${no}`
}

/** Upper limits of the spans between hand-over and open, in seconds; the last span has none. */
export const OPEN_SPANS = [600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800] as const

export const OpenSpan = z.object({
  /** Seconds after the hand-over; null: later than all others. */
  until: z.nullable(z.int()),
  opened: z.int(),
})
export type OpenSpan = z.infer<typeof OpenSpan>

/** The most domains that have rows of their own. */
export const RUN_DOMAINS_MAX = 10

export const RunDomain = z.object({
  /** Null: all other domains together. */
  domain: z.nullable(z.string()),
  /** Handed over, whatever happened later. */
  sent: z.int(),
  bounced: z.int(),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
})
export type RunDomain = z.infer<typeof RunDomain>

const ONE = `${RUNS_PATH}/{notification_type}/{uuid}` as const

export const readRunLinks = endpoint({
  call: `GET ${ONE}/links`,
  summary: 'Links of a run with their clicks, most clicked first',
  access: mayReadRuns,
  params: runParams,
  data: RunLinks,
})

export const readRunMail = endpoint({
  call: `GET ${ONE}/mail`,
  summary: 'The email of a run as one recipient got it, with numbered links',
  access: mayReadRuns,
  params: runParams,
  query: z.object({
    /** For an A/B test: the variant; by default the winner, or the first. */
    variant: z.optional(z.string().check(z.regex(/^[1-4]$/))),
  }),
  data: RunMail,
})

export const readRunOpenTimes = endpoint({
  call: `GET ${ONE}/open-times`,
  summary: 'How soon after sending a run’s messages were opened, or read; machines are left out',
  access: mayReadRuns,
  params: runParams,
  data: z.array(OpenSpan),
})

export const readRunDomains = endpoint({
  call: `GET ${ONE}/domains`,
  summary: 'Emails of a run by recipient domain: the ten largest and all others; empty on other channels',
  access: mayReadRuns,
  params: runParams,
  data: z.array(RunDomain),
})

const RUN_PANELS = ['links', 'open_times', 'domains'] as const
export type RunPanel = (typeof RUN_PANELS)[number]

export const exportRunPanel = endpoint({
  call: `GET ${ONE}/panel`,
  summary: 'Links, opening times or domains of a run as a CSV file',
  access: mayReadRuns,
  params: runParams,
  query: z.object({ panel: z.enum(RUN_PANELS) }),
  raw: { types: ['text/csv'] },
})
