/** Writes of sites and of their prompts as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { siteBody } from '@notifly/contracts/web-push/web-push'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../../approvals/approvals.ts'
import { PROMPTS_ID, readPrompts, savePrompts } from './prompts.ts'
import { CHANNEL, createSite, deleteSite, readSite, updateSite } from './sites.ts'

const common = {
  activity: ACTIVITY.platformWebpush,
  // One configuration per channel, as with every other channel: its name is its id.
  object: 'channel',
  objectOf: () => CHANNEL,
} as const

async function before({ deps, db, actor }: CommandContext): Promise<Values | null> {
  const found = await readSite(deps, db, actor.applicationId)
  if (found === null) return null
  const { failure: _, campaigns: _c, subscribers: _s, updated_on: _u, approval_uuid: _a, ...settings } = found
  return settings
}

/** The team's name for the site, else the one that visitors see. */
function siteNameIn(given: unknown): string {
  const values = (given ?? null) as Values | null
  return textIn(values, 'site_label') || textIn(values, 'site_name')
}

export const createSiteSettings = defineCommand({
  ...common,
  name: 'site.create',
  level: 'create',
  payload: siteBody,
  title: siteNameIn,
  before,
  run: createSite,
})

export const updateSiteSettings = defineCommand({
  ...common,
  name: 'site.update',
  level: 'update',
  payload: siteBody,
  title: siteNameIn,
  before,
  run: updateSite,
})

export const deleteSiteSettings = defineCommand({
  ...common,
  name: 'site.delete',
  level: 'delete',
  payload: z.object({}),
  title: (_, found) => siteNameIn(found),
  before,
  run: deleteSite,
})

export const updatePrompts = defineCommand({
  activity: ACTIVITY.platformWebpush,
  object: 'prompts',
  objectOf: () => PROMPTS_ID,
  name: 'prompts.update',
  level: 'update',
  payload: z.object({ prompt_preferences: PromptPreferences }),
  title: ({ prompt_preferences: { active: _, ...prompts } }) => Object.keys(prompts).join(', '),
  before: async ({ db, actor }) => {
    const { prompt_preferences } = await readPrompts(db, actor.applicationId)
    return { prompt_preferences }
  },
  run: (context, payload) => savePrompts(context, payload.prompt_preferences),
})

export const siteCommands: readonly AnyCommand[] = [
  createSiteSettings,
  updateSiteSettings,
  deleteSiteSettings,
  updatePrompts,
]
