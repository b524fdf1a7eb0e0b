import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import type { TemplateKey } from './queries.ts'
import { DELETE_TEMPLATE, type Edit, edit, EDIT_TEMPLATE, remove, submit, SUBMIT_TEMPLATE } from './submit.ts'
import { SYNC_TEMPLATES, syncInBackground } from './sync.ts'

export function whatsappJobs(deps: Deps): JobHandlers {
  return {
    [SYNC_TEMPLATES]: { long: payload => syncInBackground(deps, (payload as { applicationId: string }).applicationId) },
    [SUBMIT_TEMPLATE]: { long: payload => submit(deps, payload as TemplateKey) },
    [EDIT_TEMPLATE]: { long: payload => edit(deps, payload as Edit) },
    [DELETE_TEMPLATE]: { long: payload => remove(deps, payload as TemplateKey) },
  }
}
