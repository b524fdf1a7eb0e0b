/** Every table that queries may name, by area; each has one feature that owns it. */
import type { RunTestTable, RunVariantTable } from './ab-tests.ts'
import type { ApiKeyTable } from './api-keys.ts'
import type {
  AccountTable,
  SessionTable,
  BearerTable,
  MailTokenTable,
  OrganizationTable,
  RoleTable,
  MemberTable,
  ApplicationTable,
  InstallationTable,
  StoredFileTable,
} from './accounts.ts'
import type { ApprovalTable, NoticeTable } from './approvals.ts'
import type { AuditEntryTable, AuditPersonTable } from './audit.ts'
import type {
  ConfirmationCodeTable,
  EmailChangeTable,
  RecoveryCodeTable,
  SecondFactorTable,
} from './account-security.ts'
import type {
  ContactTable,
  ErasedAddressTable,
  ErasedDepartureTable,
  MergeFieldTable,
  MergeFieldDeltaTable,
  ContactSlotTable,
  ContactCountTable,
  ConsentTable,
  SuppressionTable,
  TopicTable,
  TopicConsentTable,
  TopicDepartureTable,
  ConsentChangeTable,
  SegmentTable,
  SegmentMemberTable,
  ImportTable,
  ImportRowTable,
} from './audience.ts'
import type {
  TemplateTable,
  TemplateVersionTable,
  ChannelConfigurationTable,
  FormerHookTable,
  CampaignTable,
  CampaignAttachmentTable,
} from './content.ts'
import type {
  RunTable,
  RunAttachmentTable,
  DeliveryTable,
  BatchTable,
  AttemptTable,
  EventTable,
  RunCounterTable,
  LaneTable,
  WorkerTable,
  EnginePulseTable,
  EngineTotalTable,
  ConnectionGrantTable,
  JournalPositionTable,
  RunLinkTable,
  ReportTable,
  EngagementTable,
  ContactActivityTable,
  ContactHoursTable,
  ApplicationHoursTable,
  ContactSentTable,
} from './engine.ts'
import type { DeviceTable } from './devices.ts'
import type { ContactCapTable } from './frequency-caps.ts'
import type { InvitationLinkTable, InvitationTable } from './members.ts'
import type { PromptPreferencesTable } from './sites.ts'
import type { SsoIdentityTable, SsoTicketTable, SsoTripTable } from './sso.ts'
import type { SupportTicketTable } from './support.ts'
import type { WhatsappMediaTable, WhatsappSessionTable, WhatsappSyncTable, WhatsappTemplateTable } from './whatsapp.ts'
import type { RunSampleTable, RunWatchTable, TestLinkTable, WaitingHitTable } from './tracking.ts'

export interface Tables {
  account: AccountTable
  session: SessionTable
  bearer: BearerTable
  mail_token: MailTokenTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  confirmation_code: ConfirmationCodeTable
  email_change: EmailChangeTable
  organization: OrganizationTable
  role: RoleTable
  member: MemberTable
  application: ApplicationTable
  installation: InstallationTable
  stored_file: StoredFileTable
  contact: ContactTable
  erased_address: ErasedAddressTable
  erased_departure: ErasedDepartureTable
  merge_field: MergeFieldTable
  merge_field_delta: MergeFieldDeltaTable
  contact_slot: ContactSlotTable
  contact_count: ContactCountTable
  consent: ConsentTable
  suppression: SuppressionTable
  topic: TopicTable
  topic_consent: TopicConsentTable
  topic_departure: TopicDepartureTable
  consent_change: ConsentChangeTable
  segment: SegmentTable
  segment_member: SegmentMemberTable
  import: ImportTable
  import_row: ImportRowTable
  template: TemplateTable
  template_version: TemplateVersionTable
  channel_configuration: ChannelConfigurationTable
  former_hook: FormerHookTable
  campaign: CampaignTable
  campaign_attachment: CampaignAttachmentTable
  run: RunTable
  run_attachment: RunAttachmentTable
  delivery: DeliveryTable
  batch: BatchTable
  attempt: AttemptTable
  event: EventTable
  run_counter: RunCounterTable
  lane: LaneTable
  worker: WorkerTable
  engine_pulse: EnginePulseTable
  engine_total: EngineTotalTable
  connection_grant: ConnectionGrantTable
  journal_position: JournalPositionTable
  run_link: RunLinkTable
  run_test: RunTestTable
  run_variant: RunVariantTable
  report: ReportTable
  engagement: EngagementTable
  contact_activity: ContactActivityTable
  contact_cap: ContactCapTable
  device: DeviceTable
  prompt_preferences: PromptPreferencesTable
  contact_hours: ContactHoursTable
  application_hours: ApplicationHoursTable
  contact_sent: ContactSentTable
  run_sample: RunSampleTable
  run_watch: RunWatchTable
  test_link: TestLinkTable
  waiting_hit: WaitingHitTable
  sso_identity: SsoIdentityTable
  sso_trip: SsoTripTable
  sso_ticket: SsoTicketTable
  invitation: InvitationTable
  api_key: ApiKeyTable
  invitation_link: InvitationLinkTable
  approval: ApprovalTable
  notice: NoticeTable
  audit_entry: AuditEntryTable
  audit_person: AuditPersonTable
  whatsapp_template: WhatsappTemplateTable
  whatsapp_sync: WhatsappSyncTable
  whatsapp_session: WhatsappSessionTable
  whatsapp_media: WhatsappMediaTable
  support_ticket: SupportTicketTable
}
