/** The setup steps of a new application, up to its first campaign. */
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import { paths } from '../../paths.ts'

export interface Step {
  id: StepId
  done: boolean
  to: string
}

export type StepId = 'channel' | 'audience' | 'template' | 'campaign' | 'colleagues'

/** The steps in order. */
export function stepsOf(slug: string, { channels, contacts, templates, members, runs }: ApplicationOverview): Step[] {
  return [
    { id: 'channel', done: Object.values(channels).includes('configured'), to: paths.platform(slug) },
    { id: 'audience', done: contacts.total > 0, to: paths.audienceManage(slug) },
    { id: 'template', done: templates > 0, to: paths.templateNew(slug) },
    { id: 'campaign', done: runs.length > 0, to: paths.campaignWizard(slug, 'email') },
    { id: 'colleagues', done: members > 1, to: paths.users(slug) },
  ]
}
