/** What the product does besides answering HTTP: writes that may be held, jobs, and what is made of providers' reports. */
import { hookedProviders, hookOf } from './channels/registry.ts'
import type { Config } from './config.ts'
import { deliveryJobs } from './engine/snapshot/prepare-run.ts'
import { accountJobs } from './features/accounts/jobs.ts'
import { alertJobs } from './features/alerts/jobs.ts'
import { keyCommands } from './features/api-keys/commands.ts'
import { applicationJobs } from './features/applications/delete-application.ts'
import { type CommandRegistry, createCommandRegistry } from './features/approvals/approvals.ts'
import { approvalJobs } from './features/approvals/escalate.ts'
import { campaignCommands } from './features/campaigns/launch/commands.ts'
import { channelCommands } from './features/channel-settings/commands.ts'
import { providerEnvironment } from './features/channel-settings/provider-environment.ts'
import { billingJobs } from './features/billing/billing.ts'
import { bulkJobs } from './features/contacts/bulk/bulk.ts'
import { bulkCommands } from './features/contacts/bulk/commands.ts'
import { contactCommands } from './features/contacts/commands.ts'
import { summaryJobs } from './features/dashboards/summaries/summaries.ts'
import type { Reporting } from './features/hooks/hooks.ts'
import { importCommands } from './features/imports/commands.ts'
import { importJobs } from './features/imports/insert/insert.ts'
import { consentCommands } from './features/consent/commands.ts'
import { memberJobs } from './features/members/invitation-mail.ts'
import { mergeFieldCommands } from './features/fields/commands.ts'
import { fieldSlotJobs } from './features/fields/fields.ts'
import { mergeFieldJobs } from './features/fields/move.ts'
import { operatorJobs } from './features/operator/operator.ts'
import { organizationJobs } from './features/organizations/delete-organization.ts'
import { segmentCommands } from './features/segments/commands.ts'
import { segmentJobs } from './features/segments/count.ts'
import { suppressionCommands } from './features/suppressions/commands.ts'
import { signUpFormCommands } from './features/sign-up-forms/commands.ts'
import { signUpJobs } from './features/sign-up-forms/mail.ts'
import { sdkJobs } from './features/web-push/visitors/welcome.ts'
import { webPushCommands } from './features/web-push/web-push.ts'
import { supportJobs } from './features/support/hand-over.ts'
import { templateCommands } from './features/templates/commands.ts'
import { whatsappTemplateCommands } from './features/whatsapp-templates/commands.ts'
import { whatsappJobs } from './features/whatsapp-templates/jobs.ts'
import { openSessionOnReply, applyTemplateNews } from './features/whatsapp-templates/whatsapp-templates.ts'
import { usageJobs } from './features/usage/usage-mail.ts'
import { createHoldCheck } from './features/usage/usage.ts'
import { webhookJobs } from './features/webhooks/turned-off-mail.ts'
import type { Deps } from './http/deps.ts'
import type { JobHandlers } from './jobs/jobs.ts'

/** Every write that can be held for approval. */
export const COMMANDS: CommandRegistry = createCommandRegistry([
  ...templateCommands,
  ...whatsappTemplateCommands,
  ...contactCommands,
  ...bulkCommands,
  ...segmentCommands,
  ...mergeFieldCommands,
  ...importCommands,
  ...consentCommands,
  ...suppressionCommands,
  ...signUpFormCommands,
  ...channelCommands,
  ...webPushCommands,
  ...campaignCommands,
  ...keyCommands,
])

/** Who understands what providers report, and who listens to what people write. */
export function reportingOf(config: Config): Reporting {
  return {
    hookOf,
    hookedProviders: hookedProviders(),
    onInbound: [openSessionOnReply],
    onNews: [applyTemplateNews],
    environment: providerEnvironment(config),
  }
}

/** Handlers of all background jobs, by name. */
export function jobHandlers(deps: Deps): JobHandlers {
  return {
    ...accountJobs(deps),
    ...alertJobs(deps),
    ...approvalJobs(deps),
    ...billingJobs(deps),
    ...applicationJobs(deps),
    ...organizationJobs(deps),
    ...memberJobs(deps),
    ...importJobs(deps),
    ...fieldSlotJobs(deps),
    ...bulkJobs(deps),
    ...mergeFieldJobs(deps),
    ...segmentJobs(deps),
    ...sdkJobs(deps),
    ...signUpJobs(deps),
    ...supportJobs(deps),
    ...deliveryJobs({ ...deps, whyHeld: createHoldCheck(deps) }),
    ...operatorJobs(deps),
    ...whatsappJobs(deps),
    ...summaryJobs(deps),
    ...webhookJobs(deps),
    ...usageJobs(deps),
  }
}
