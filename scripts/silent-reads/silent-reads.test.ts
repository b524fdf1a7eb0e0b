// A read whose failure stays unseen looks like an empty list, a missing choice or a thing that does not exist.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { silentReads } from './silent-reads.ts'

const WEB = fileURLToPath(new URL('../../web/src', import.meta.url))

/** What may fail without a word, and why nothing on the screen is untrue or lost then. */
const QUIET: Record<string, readonly string[]> = {
  'the same read follows, with its error': [
    'features/billing/use-subscriptions.ts: listSubscriptions',
    'features/campaigns/calendar/CalendarPage.tsx: readWholeCalendar',
    'features/campaigns/campaign/CampaignPage.tsx: readCampaign',
    'features/campaigns/list/CampaignsPage.tsx: countAllCampaigns',
    'features/dashboards/application/ApplicationDashboardPage.tsx: readOverview',
    'features/runs/list/RunsPage.tsx: listRuns',
    'features/runs/run/use-live-run.ts: readRun',
    'features/segments/builder/RuleBuilder.tsx: listMergeFields',
  ],
  'the error is looked for among all answers': [
    'components/segments/use-rule-names.ts: listAllCampaigns',
    'components/segments/use-rule-names.ts: readSegment',
    'features/campaigns/wizard/who/use-segments.ts: readSegment',
  ],
  'a figure beside a name, absent until it is known; the list below says that it could not be loaded': [
    'components/contacts/AudienceFrame.tsx: list',
    'components/email/FieldMenu.tsx: listContacts',
    'features/approvals/ApprovalsPage.tsx: listApprovals',
    'features/campaigns/list/CampaignsPage.tsx: countAllCampaigns',
    'features/fields/MergeFieldsPage.tsx: listContacts',
    'features/segments/builder/RuleBuilder.tsx: listContacts',
    'components/whatsapp/SessionRule.tsx: readWhatsappSync',
  ],
  'suggestions for a field that takes any text': [
    'components/comparisons/use-event-choices.ts: listEventNames',
    'components/comparisons/use-event-choices.ts: readEventName',
    'features/contacts/MergeFieldsDialog.tsx: listMergeFields',
    'features/segments/builder/conditions/TextValue.tsx: listSegmentValues',
  ],
  'a name, in place of which its id or number is shown': [
    'features/billing/use-change-words.ts: listPlans',
    'features/runs/recipients/LinkChip.tsx: readRunLinks',
    'features/sign-up-forms/AfterPanel.tsx: readSegment',
    'features/dashboards/application/ApplicationDashboardPage.tsx: listApplicationStats',
  ],
  'a shortcut to a page that menus lead to as well': [
    'app/navbar/PhoneMenu.tsx: readInstallation',
    'app/navbar/ProfileMenu.tsx: readChangelogNews',
    'app/navbar/SandboxPill.tsx: readInstallation',
    'app/navbar/SandboxPill.tsx: readInstallation',
    'app/navbar/UpgradeButton.tsx: listSubscriptions',
    'app/navbar/UpgradeButton.tsx: listSubscriptions',
    'components/campaigns/NewCampaign.tsx: listApplicationStats',
    'components/email/TestMailDialog.tsx: readInstallation',
    'components/first-steps/NextStep.tsx: readOverview',
    'components/session/SandboxInbox.tsx: readInstallation',
    'features/channel-settings/ChannelSettings.tsx: readInstallation',
    'features/channel-settings/HookPanel.tsx: readInstallation',
    'features/content/ContentPages.tsx: readChangelogNews',
  ],
  'a hint that another page gives with its error': [
    'app/layouts/UsageBanner.tsx: readUsage',
    'components/approvals/PendingNote.tsx: countPending',
    'components/approvals/use-request.ts: countPending',
    'features/dashboards/application/UnprovenDomain.tsx: readSenderAuthentication',
    'features/campaigns/list/LiveRun.tsx: listAllCampaigns',
    'features/campaigns/wizard/frame/WizardBar.tsx: listAllCampaigns',
  ],
  'a look of previews: what is unknown is left out, and pickers beside it say what they could not load': [
    'components/fields/use-sample.ts: readContact',
    'components/fields/use-sample.ts: listContacts',
    'components/sms/use-sms-provider.ts: CONFIGURATION_CALLS.sms.read',
    'components/web-push/use-push-look.ts: readSite',
    'components/web-push/use-push-look.ts: readApplication',
    'components/whatsapp/WhatsAppPreview.tsx: readApplication',
    'components/whatsapp/use-preview-values.ts: previewSms',
    'features/templates/visual/VisualEditor.tsx: readBrand',
    'features/whatsapp-templates/WhatsAppStarters.tsx: readBrand',
  ],
  'the words for a reader who may know no more': [
    'app/layouts/Refused.tsx: listGranters',
    'components/rights/use-missing-right.ts: listGranters',
    'features/billing/use-support.ts: readInstallation',
  ],
  'a limit or zone with one that is safe: the highest limit, the zone of the browser, which no sentence names': [
    'components/session/use-zone.ts: readApplication',
    'components/sms/SmsSize.tsx: previewSms',
  ],
  'the name of the installation, below the page': ['app/layouts/Footer.tsx: readInstallation'],
  'a door for those who may, shut until it is known': [
    'components/billing/use-can-manage-billing.ts: readInstallation',
    'components/rights/use-organization-rights.ts: listOrganizations',
  ],
}

test('every read of the dashboard says that it failed, or has a reason not to', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.*', 'testing/**', 'api/**'] }).flatMap(
    path => {
      const source = readFileSync(`${WEB}/${path}`, 'utf8')
      return /use(?:Read|LiveAnswer|Quer)/.test(source)
        ? silentReads(path, source).map(endpoint => `${path}: ${endpoint}`)
        : []
    },
  )
  expect(found.toSorted()).toEqual(Object.values(QUIET).flat().toSorted())
})

test.each([
  ['of which only the data is taken', 'const { data } = useRead(listTags, {})'],
  ['of which only the data is used', 'const tags = useRead(listTags, {})\nconst shown = tags.data ?? []'],
  ['with the data at once', 'const shown = useRead(listTags, {}).data ?? []'],
  ['that nothing takes', 'useReadPage(listTags, {})'],
  ['whose data is taken later', 'const tags = useRead(listTags, {})\nconst { data } = tags'],
])('a read %s is silent', (_, source) => expect(silentReads('a.tsx', source)).toEqual(['listTags']))

test.each([
  ['whose error is taken', 'const { data, error } = useRead(listTags, {})'],
  ['whose error is looked at', 'const tags = useRead(listTags, {})\nif (tags.error) throw tags.error'],
  ['handed on', 'const tags = useReadPage(listTags, {})\nconst table = <ListTable list={tags} />'],
  ['returned', 'function useTags() { return useRead(listTags, {}) }'],
])('a read %s is not', (_, source) => expect(silentReads('a.tsx', source)).toEqual([]))
