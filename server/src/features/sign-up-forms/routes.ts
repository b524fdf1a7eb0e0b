import * as calls from '@notifly/contracts/sign-up-forms/sign-up-forms'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, route } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { listForms, readForm } from './forms.ts'
import { formPage, welcomePage } from './hosted/pages.ts'
import { hostedFormRoutes } from './hosted/public-routes.ts'
import { ourTexts, shownForm } from './hosted/shown-form.ts'
import { confirmationMail } from './mail.ts'
import { selectApplicationName } from './queries.ts'

export function signUpFormRoutes(http: Http, deps: Deps): void {
  const { kysely: db } = deps.database
  const { publicUrl } = deps.config

  pagedRoute(http, calls.listSignUpForms, ({ caller, query }) => listForms(deps, caller.applicationId, query))
  route(http, calls.previewSignUpForm, async ({ caller: { applicationId }, body: content }) => {
    const sender = await selectApplicationName(db, applicationId)
    const form = await shownForm(db, { applicationId, sender, content })
    const page = { form, token: '', isFramed: false, leavesFrame: false, typed: {}, refusal: null }
    const { subject, html } = confirmationMail(form, `${publicUrl}/f/confirm/…`, publicUrl)
    const ours = ourTexts(content.language, sender)
    return { page: formPage(page), welcome: welcomePage(form), mail: { subject, html }, ours }
  })
  route(http, calls.readSignUpForm, ({ caller: { applicationId }, params }) =>
    readForm(deps, { applicationId, formId: params.uuid.toLowerCase() }),
  )
  commandRoute(http, deps, calls.createSignUpForm, commands.createSignUpForm, ({ body }) => body)
  commandRoute(http, deps, calls.updateSignUpForm, commands.updateSignUpForm, ({ params, body }) => ({
    form_uuid: params.uuid.toLowerCase(),
    ...body,
  }))
  commandRoute(http, deps, calls.deleteSignUpForm, commands.deleteSignUpForm, ({ params }) => ({
    form_uuid: params.uuid.toLowerCase(),
  }))
  hostedFormRoutes(http, deps)
}
