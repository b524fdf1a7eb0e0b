/**
 * Which tables are spread over several machines where PostgreSQL has the Citus extension, and which stay whole on the coordinator. Spread
 * are those that grow with contacts and recipients, by `application_id`, all of an application on one machine. What all
 * applications share stays: runs, batches, lanes, workers and jobs among it, so that claim, renewal and sweep are what they are on one
 * PostgreSQL. A test asks the database whether every table is in one of the two lists (docs/decisions/0071-citus-hybrid.md).
 */

export const DISTRIBUTED_TABLES = [
  'activity_detail',
  'activity_quarter',
  'attempt',
  'consent',
  'consent_change',
  'contact',
  'contact_activity',
  'contact_cap',
  'contact_count',
  'contact_event',
  'contact_hours',
  'contact_sent',
  'contact_slot',
  'conversion',
  'delivery',
  'device',
  'engagement',
  'erased_address',
  'erased_departure',
  'event',
  'event_receipt',
  'kept_contact',
  'kept_recipients',
  'log_entry',
  'merge_field',
  'merge_field_delta',
  'message',
  'message_tag',
  'run_counter',
  'segment_member',
  'suppression',
  'topic_consent',
  'topic_departure',
  'whatsapp_session',
] as const

export const distributedTables: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES)

/** Of the installation, of organizations and accounts, and of applications what people write by hand or what waits for its turn. */
export const COORDINATOR_TABLES = [
  ...['account', 'alert_browser', 'alert_choice', 'alert_key', 'api_key', 'application', 'approval', 'audit_entry'],
  ...['audit_person', 'backup_state', 'bearer', 'billing_preference', 'billing_turn', 'brand', 'bulk_action'],
  ...['bulk_contact', 'campaign', 'campaign_alert', 'campaign_attachment', 'changelog_reader', 'channel_configuration'],
  ...['confirmation_code', 'email_change', 'former_hook', 'gateway_plan', 'image', 'image_folder', 'image_thumbnail'],
  ...['image_to_adopt', 'image_use', 'import', 'import_row', 'installation', 'invitation', 'invitation_link'],
  ...['invoice', 'invoice_number', 'log_room', 'mail_token', 'member', 'message_call', 'message_price', 'notice'],
  ...['organization', 'payment_event', 'payment_order', 'prompt_preferences', 'rate_limit', 'recovery_code'],
  ...['report_subscription', 'restoration', 'role', 'saved_view', 'schema_migration', 'second_factor', 'segment'],
  ...['session', 'sign_up', 'sign_up_form', 'sso_identity', 'sso_ticket', 'sso_trip', 'stored_bytes', 'stored_file'],
  ...['subscription', 'support_ticket', 'template', 'template_block', 'template_block_use', 'template_version'],
  ...['test_link', 'topic', 'usage_notice', 'webhook', 'webhook_attempt', 'webhook_message', 'webhook_quarter'],
  ...['whatsapp_media', 'whatsapp_sync', 'whatsapp_template'],
  // Of the engine: what is claimed, and figures that have a row for a run, a channel, a day.
  ...[
    'activity_detail_total',
    'activity_fold',
    'activity_total',
    'application_hours',
    'audience_change',
    'batch',
    'connection_grant',
  ],
  ...['engine_pulse', 'engine_total', 'event_day', 'event_delta', 'event_name', 'event_property', 'goal_check'],
  ...['goal_quarter', 'journal_position', 'lane', 'reading_hour', 'report', 'report_bytes', 'run', 'run_attachment'],
  ...['run_link', 'run_sample', 'run_test', 'run_variant', 'run_watch', 'sms_quarter', 'waiting_hit', 'worker'],
] as const

/** Functions of SQL whose body reads a distributed table: no statement of the product may call one. */
export const FUNCTIONS_OVER_DISTRIBUTED = ['contact_slot_columns', 'count_merge_fields', 'past_recipient'] as const
