/**
 * Every sentence that the server says to a person, failures and confirmations alike: its key and its English. Other languages have the
 * same keys in the dashboard's catalogues.
 */
import { abTests } from './ab-tests.ts'
import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { apiKeys } from './api-keys.ts'
import { approvals } from './approvals.ts'
import { authentication } from './authentication.ts'
import { billing } from './billing.ts'
import { brand } from './brand.ts'
import { calls } from './calls.ts'
import { campaigns } from './campaigns.ts'
import { channelNames } from './channel-names.ts'
import { channels } from './channels.ts'
import { connection } from './connection.ts'
import { consent } from './consent.ts'
import { contacts } from './contacts.ts'
import { dashboards } from './dashboards.ts'
import { deliveries } from './deliveries.ts'
import { errors } from './errors.ts'
import { events } from './events.ts'
import { fieldNames } from './field-names.ts'
import { fields } from './fields.ts'
import { hooks } from './hooks.ts'
import { images } from './images.ts'
import { imports } from './imports.ts'
import { mail } from './mail.ts'
import { members } from './members.ts'
import { mergeFields } from './merge-fields.ts'
import { messages } from './messages.ts'
import { operator } from './operator.ts'
import { push } from './push.ts'
import { quotas } from './quotas.ts'
import { reasons } from './reasons.ts'
import { roles } from './roles.ts'
import { rules } from './rules.ts'
import { safari } from './safari.ts'
import { sdk } from './sdk.ts'
import { segments } from './segments.ts'
import { signUpForms } from './sign-up-forms.ts'
import { sites } from './sites.ts'
import { sms } from './sms.ts'
import { sso } from './sso.ts'
import { support } from './support.ts'
import { tags } from './tags.ts'
import { templates } from './templates.ts'
import { usage } from './usage.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'
import { whatsappTemplates } from './whatsapp-templates.ts'

export const SENTENCES = {
  ...abTests,
  ...accounts,
  ...alerts,
  ...apiKeys,
  ...approvals,
  ...authentication,
  ...billing,
  ...brand,
  ...calls,
  ...campaigns,
  ...channelNames,
  ...channels,
  ...connection,
  ...consent,
  ...contacts,
  ...dashboards,
  ...deliveries,
  ...errors,
  ...events,
  ...fieldNames,
  ...fields,
  ...hooks,
  ...images,
  ...imports,
  ...mail,
  ...members,
  ...mergeFields,
  ...messages,
  ...operator,
  ...push,
  ...quotas,
  ...reasons,
  ...roles,
  ...rules,
  ...safari,
  ...sdk,
  ...segments,
  ...signUpForms,
  ...sites,
  ...sms,
  ...sso,
  ...support,
  ...tags,
  ...templates,
  ...usage,
  ...views,
  ...webhooks,
  ...whatsappTemplates,
} as const
