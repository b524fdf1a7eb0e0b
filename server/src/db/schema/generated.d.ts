// Generated from the migrations: npx vitest run server/src/db/schema/tables.test.ts -u
import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, GeneratedTime, Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface TableTypes {
  account: {
    account_id: string
    email: string
    email_key: string
    name: string
    password_hash: string | null
    email_verified_at: NullableTime
    locale: Generated<string>
    created_at: Time
    updated_at: Time
    erased_at: NullableTime
  }
  activity_detail: {
    application_id: string
    channel: string
    kind: string
    quarter: Time
    run_id: string
    name: string
    shard: number
    sent: Generated<number>
    bounced: Generated<number>
    complained: Generated<number>
    failed: Generated<number>
    opened: Generated<number>
    clicked: Generated<number>
  }
  activity_detail_total: {
    application_id: string
    channel: string
    kind: string
    since: Time
    name: string
    sent: Generated<number>
    bounced: Generated<number>
    complained: Generated<number>
    failed: Generated<number>
    opened: Generated<number>
    clicked: Generated<number>
    by_month: boolean
  }
  activity_fold: {
    application_id: string
    quarters_to: Time
    details_to: Time
  }
  activity_quarter: {
    application_id: string
    channel: string
    quarter: Time
    run_id: string
    shard: number
    accepted: Generated<number>
    delivered: Generated<number>
    bounced: Generated<number>
    complained: Generated<number>
    hard_bounced: Generated<number>
    failed: Generated<number>
    opened: Generated<number>
    clicked: Generated<number>
    unsubscribed: Generated<number>
    dismissed: Generated<number>
    influenced: Generated<number>
  }
  activity_total: {
    application_id: string
    channel: string
    by_month: boolean
    since: Time
    campaign_id: string
    message_class: string
    template_name: string
    template_language: string
    last: Time
    sent: number
    delivered: number
    bounced: number
    hard_bounced: number
    complained: number
    failed: number
    opened: number
    clicked: number
    unsubscribed: number
    dismissed: number
    influenced: number
  }
  alert_browser: {
    browser_id: string
    account_id: string
    session_id: string
    endpoint: string
    fingerprint: Buffer
    p256dh: string
    auth: string
    created_at: Time
  }
  alert_choice: {
    account_id: string
    muted: string[]
  }
  alert_key: {
    one_row: Generated<boolean>
    public_key: string
    private_key: string
    created_at: Time
  }
  api_key: {
    application_id: string
    api_key_id: string
    name: string
    scopes: string[]
    secret: string
    created_by: string | null
    created_at: Time
    last_used_at: NullableTime
    rate_limit: Generated<number>
    old_secret: string | null
    old_secret_until: NullableTime
  }
  application: {
    application_id: string
    organization_id: string
    name: string
    timezone: string
    quiet_from: Generated<string>
    quiet_to: Generated<string>
    logo: string | null
    created_at: Time
    updated_at: Time
    deleted_at: NullableTime
    frequency_cap: GeneratedJson
    undo_seconds: Generated<number>
    utm: NullableJson
  }
  application_hours: {
    application_id: string
    channel: string
    weights: number[]
    total: number
    best: number
  }
  approval: {
    application_id: string
    approval_id: string
    organization_id: string
    command: string
    endpoint: string
    activity: number
    object_type: string
    object_id: string | null
    title: string
    status: Generated<number>
    maker_id: string | null
    sla_option: number
    sla_minutes: number
    role_group: number
    payload: Json
    secrets: string | null
    before: NullableJson
    reopens: string | null
    created_at: Time
    due_at: Time
    decided_at: NullableTime
    decided_by: string | null
    approver_id: string | null
    description: string | null
  }
  attempt: {
    application_id: string
    run_id: string
    seq: number
    n: number
    token: number
    at: Time
    outcome: number
    code: number
    reason: string | null
    provider_message_id: string | null
    answer: string | null
  }
  audience_change: {
    application_id: string
    quarter: Time
    added: Generated<number>
    departed: Generated<number>
    suppressed: Generated<number>
  }
  audit_entry: {
    entry_id: string
    organization_id: string | null
    application_id: string | null
    at: Time
    actor_kind: string
    account_id: string | null
    action: string
    object_type: string
    object_id: string | null
    object_name: string
    before: NullableJson
    after: NullableJson
    request_id: string | null
    key_id: string | null
    key_name: string | null
  }
  audit_person: {
    entry_id: string
    account_id: string
    name: string
    email: string
    address: string
    user_agent: string
  }
  backup_state: {
    one_row: Generated<boolean>
    moment: NullableTime
    bytes: number | null
    took_ms: number | null
    failed_at: NullableTime
    archived_at: NullableTime
    segments_waiting: Generated<number>
    archive_failed_at: NullableTime
    failures: Generated<number>
    archive_failures: Generated<number>
  }
  batch: {
    application_id: string
    run_id: string
    no: number
    lane_id: string
    seq_from: number | null
    seq_to: number | null
    seqs: number[] | null
    variant: Generated<number>
    attempt: Generated<number>
    due_at: Time
    owner: string | null
    token: Generated<number>
    lease_until: NullableTime
    done: Generated<boolean>
  }
  bearer: {
    token_hash: Buffer
    session_id: string
    application_id: string | null
    expires_at: Time
  }
  billing_preference: {
    organization_id: string
    company_name: string
    billing_address: string
    phone_number: string
    get_text_when_payment_fails: boolean
    updated_by: string | null
    updated_at: Time
  }
  billing_turn: {
    organization_id: string
    holder: string
    held_until: Time
  }
  brand: {
    application_id: string
    logo_id: string | null
    content: Json
    updated_by: string | null
    updated_at: Time
  }
  bulk_action: {
    application_id: string
    bulk_id: string
    action: string
    state: string
    total: number
    done: Generated<number>
    changed: Generated<number>
    segment_id: string | null
    channels: Generated<string[]>
    reason: string | null
    created_by: string
    created_at: Time
    ended_at: NullableTime
  }
  bulk_contact: {
    application_id: string
    bulk_id: string
    contact_id: string
  }
  campaign: {
    application_id: string
    campaign_id: string
    channel: string
    name: Generated<string>
    status: string
    content: GeneratedJson
    audience: GeneratedJson
    schedule: GeneratedJson
    next_run_at: NullableTime
    failure: string | null
    created_by: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
    schedule_since: NullableTime
    paused_at: NullableTime
    next_opens_at: NullableTime
    tags: Generated<string[]>
  }
  campaign_alert: {
    application_id: string
    campaign_id: string
    told_at: Time
    is_over: Generated<boolean>
  }
  campaign_attachment: {
    application_id: string
    campaign_id: string
    position: number
    filename: string
    media_type: string
    content: Buffer
  }
  changelog_reader: {
    account_id: string
    read_to: string
  }
  channel_configuration: {
    application_id: string
    channel: string
    configuration_id: string
    provider: string
    settings: Json
    secrets: string
    hook_token: string
    failing_since: NullableTime
    failure: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
  }
  confirmation_code: {
    session_id: string
    code_hash: Buffer
    expires_at: Time
  }
  connection_grant: {
    application_id: string
    channel: string
    worker_id: string
    connections: number
  }
  consent: {
    application_id: string
    contact_id: string
    channel: string
    status: string
    source: string
    since: Time
  }
  consent_change: {
    application_id: string
    contact_id: string
    change_id: string
    channel: string
    topic_id: string | null
    topic_name: string | null
    status: string
    source: string
    account_id: string | null
    reason: string | null
    run_id: string | null
    at: Time
    form: NullableJson
  }
  contact: {
    application_id: string
    contact_id: string
    external_user_id: string | null
    email: string | null
    email_key: string | null
    phone_number: string | null
    country: string | null
    lang: string | null
    latitude: number | null
    longitude: number | null
    platform_type: string | null
    device_details: string | null
    timezone: string | null
    timezone_offset: number | null
    is_test: Generated<boolean>
    merge_fields: GeneratedJson
    created_on: NullableTime
    updated_on: NullableTime
    added_at: Time
    changed_at: Time
    searched: GeneratedAlways<string>
    name_key: GeneratedAlways<string | null>
  }
  contact_activity: {
    application_id: string
    contact_id: string
    opened_on: string | null
    opened_days: Generated<number>
    clicked_on: string | null
    clicked_days: Generated<number>
  }
  contact_cap: {
    application_id: string
    channel: string
    contact_id: string
    runs: string[]
    times: Date[]
  }
  contact_count: {
    application_id: string
    n: number
    added_hour: NullableTime
    with_email: Generated<number>
    with_phone: Generated<number>
  }
  contact_event: {
    application_id: string
    contact_id: string
    occurred_at: Time
    event_id: string
    name: string
    properties: Json
    size_bytes: number
  }
  contact_hours: {
    application_id: string
    contact_id: string
    channel: string
    weights: number[]
    total: number
    best: number
  }
  contact_sent: {
    application_id: string
    contact_id: string
    sent_on: string
    sent_days: number
  }
  contact_slot: {
    application_id: string
    contact_id: string
    added_at: Time
    is_test: boolean
    has_email: boolean
    has_phone: boolean
    created_on: NullableTime
    updated_on: NullableTime
    timezone_offset: number | null
    country: string | null
    lang: string | null
    platform_type: string | null
    timezone: string | null
    text_1: string | null
    number_1: number | null
    date_1: string | null
    boolean_1: boolean | null
    text_2: string | null
    number_2: number | null
    date_2: string | null
    boolean_2: boolean | null
    text_3: string | null
    number_3: number | null
    date_3: string | null
    boolean_3: boolean | null
    text_4: string | null
    number_4: number | null
    date_4: string | null
    boolean_4: boolean | null
    text_5: string | null
    number_5: number | null
    date_5: string | null
    boolean_5: boolean | null
    text_6: string | null
    number_6: number | null
    date_6: string | null
    boolean_6: boolean | null
    text_7: string | null
    number_7: number | null
    date_7: string | null
    boolean_7: boolean | null
    text_8: string | null
    number_8: number | null
    date_8: string | null
    boolean_8: boolean | null
    text_9: string | null
    number_9: number | null
    date_9: string | null
    boolean_9: boolean | null
    text_10: string | null
    number_10: number | null
    date_10: string | null
    boolean_10: boolean | null
    text_11: string | null
    number_11: number | null
    text_12: string | null
    number_12: number | null
    text_13: string | null
    number_13: number | null
    text_14: string | null
    number_14: number | null
    text_15: string | null
    number_15: number | null
    text_16: string | null
    number_16: number | null
    text_17: string | null
    number_17: number | null
    text_18: string | null
    number_18: number | null
    text_19: string | null
    number_19: number | null
    text_20: string | null
    number_20: number | null
  }
  conversion: {
    application_id: string
    event_id: string
    run_id: string
    seq: number
    occurred_at: Time
    touched_at: Time
    sent_at: Time
    amount: string | null
    currency: string | null
  }
  delivery: {
    application_id: string
    run_id: string
    seq: number
    contact_id: string
    variant: Generated<number>
    state: number
    attempts: Generated<number>
    reason: Generated<number>
    sent_at: GeneratedTime
    delivered_at: GeneratedTime
    opened_at: GeneratedTime
    clicked_at: GeneratedTime
    unsubscribed_at: GeneratedTime
    last_event_at: GeneratedTime
    address: string
    dismissed_at: GeneratedTime
  }
  device: {
    application_id: string
    device_id: string
    contact_id: string
    channel: string
    platform: string
    endpoint: string
    keys: NullableJson
    about: GeneratedJson
    created_at: Time
    last_seen_at: Time
    retired_at: NullableTime
    retired_reason: string | null
    prompt: string | null
  }
  email_change: {
    account_id: string
    email: string
    email_key: string
    token_hash: Buffer | null
    created_at: Time
    expires_at: Time
  }
  engagement: {
    application_id: string
    kind: number
    campaign_id: string
    contact_id: string
    day: string
  }
  engine_pulse: {
    at: Time
    channel: string
    shard: number
    sent: Generated<number>
    failed: Generated<number>
    retried: Generated<number>
    leases_lost: Generated<number>
  }
  engine_total: {
    channel: string
    shard: number
    sent: Generated<number>
    failed: Generated<number>
    retried: Generated<number>
    leases_lost: Generated<number>
  }
  erased_address: {
    application_id: string
    channel: string
    address_hash: string
    reason: string
    created_at: Time
  }
  erased_departure: {
    application_id: string
    topic_id: string
    address_hash: string
    created_at: Time
  }
  event: {
    application_id: string
    run_id: string
    seq: number
    event_id: string
    kind: number
    at: Time
    source: string
    bot: Generated<boolean>
    detail: NullableJson
  }
  event_day: {
    application_id: string
    name: string
    day: string
    n: number
    bytes: number
  }
  event_delta: {
    application_id: string
    name: string
    day: string
    n: number
    bytes: number
    first_at: NullableTime
    last_at: NullableTime
  }
  event_name: {
    application_id: string
    name: string
    first_at: Time
    last_at: Time
    n: Generated<number>
    bytes: Generated<number>
  }
  event_property: {
    application_id: string
    event_name: string
    name: string
    type: string
  }
  event_receipt: {
    application_id: string
    id_hash: string
    received_at: Time
  }
  former_hook: {
    hook_token: string
    provider: string
    ended_at: Time
    application_id: string
    channel: string
    configuration_id: string
    settings: Json
    secrets: string
  }
  gateway_plan: {
    gateway: number
    world: string
    plan_id: string
    amount: number
    currency: string
    gateway_plan_id: string
  }
  goal_check: {
    application_id: string
    event_id: string
    contact_id: string
    occurred_at: Time
    looks: Generated<number>
    due_at: Time
  }
  goal_quarter: {
    application_id: string
    run_id: string
    quarter: Time
    currency: Generated<string>
    channel: string
    conversions: Generated<number>
    converted: Generated<number>
    amount: Generated<string>
  }
  image: {
    application_id: string
    image_id: string
    folder_id: string | null
    name: string
    alt: Generated<string>
    width: number
    height: number
    size_bytes: number
    is_animated: boolean
    created_by: string | null
    created_at: Time
    deleted_at: NullableTime
  }
  image_folder: {
    application_id: string
    folder_id: string
    name: string
    created_at: Time
  }
  image_thumbnail: {
    application_id: string
    image_id: string
    content: Buffer
  }
  image_to_adopt: {
    application_id: string
    file_id: string
  }
  image_use: {
    application_id: string
    image_id: string
    kind: string
    object_id: string
    part: number
  }
  import: {
    application_id: string
    import_id: string
    state: string
    file_id: string
    file_name: string
    size_bytes: number
    columns: GeneratedJson
    rows_total: Generated<number>
    rows_done: Generated<number>
    expected_users: Generated<number>
    duplicates: Generated<number>
    rejected: Generated<number>
    new_users: Generated<number>
    updated_users: Generated<number>
    error_file_id: string | null
    problems: GeneratedJson
    segment_id: string | null
    segment_name: string | null
    message: string | null
    created_by: string | null
    created_at: Time
    expires_at: Time
    kind: Generated<string>
    options: GeneratedJson
  }
  import_row: {
    import_id: string
    row_no: number
    contact_id: string | null
    external_user_id: string | null
    email: string | null
    email_key: string | null
    phone_number: string | null
    country: string | null
    lang: string | null
    latitude: number | null
    longitude: number | null
    platform_type: string | null
    device_details: string | null
    timezone: string | null
    timezone_offset: number | null
    is_test: boolean | null
    merge_fields: Json
    created_on: NullableTime
    updated_on: NullableTime
    new_id: string
    is_known: boolean
  }
  installation: {
    one_row: Generated<boolean>
    key_check: string
    created_at: Time
  }
  invitation: {
    invitation_id: string
    organization_id: string
    email: string
    email_key: string
    role_id: string | null
    invited_by: string | null
    status: string
    created_at: Time
    sent_at: Time
    expires_at: Time
    ended_at: NullableTime
  }
  invitation_link: {
    token_hash: Buffer
    invitation_id: string
    created_at: Time
    replaced_at: NullableTime
  }
  invoice: {
    invoice_id: string
    number: string
    status: number
    organization_id: string
    subscription_id: string
    plan_id: string
    plan_name: string
    currency: string
    amount: number
    taxes: Json
    period_start: Time
    period_end: Time
    issued_at: Time
    customer: Json
    seller: Json
    card: Json
    gateway: number
    world: string
    gateway_payment_id: string
    gateway_refund_id: string | null
    credits: string | null
  }
  invoice_number: {
    series: string
    year: number
    last: number
  }
  journal_position: {
    worker_id: string
    position: number
    flushes: number
    updated_at: Time
  }
  kept_contact: {
    application_id: string
    contact_id: string
    no: GeneratedAlways<number>
  }
  kept_recipients: {
    application_id: string
    run_id: string
    part: number
    contacts: number[]
  }
  lane: {
    lane_id: string
    application_id: string
    channel: string
    class: number
    weight: Generated<number>
    vtime: Generated<number>
    next_slot_at: GeneratedTime
    blocked_since: NullableTime
    blocked_at: GeneratedTime
    blocked_until: GeneratedTime
    blocks: Generated<number>
    blocked_reason: string | null
    minute_at: GeneratedTime
    minute_n: Generated<number>
  }
  log_entry: {
    application_id: string
    entry_id: string
    kind: string
    channel: string | null
    result: string
    status: number
    method: string
    endpoint: string
    current_status: string
    source: string
    receiver: string
    key_id: string | null
    run_id: string | null
    seq: number | null
    contact_id: string | null
    times: Generated<number>
    response: string
    payload: string
  }
  log_room: {
    application_id: string
    kind: string
    bytes_left: number
    at: Time
    left_out: Generated<number>
  }
  mail_token: {
    token_hash: Buffer
    kind: string
    account_id: string
    email_key: string
    created_at: Time
    expires_at: Time
    used_at: NullableTime
  }
  member: {
    organization_id: string
    account_id: string
    role_id: string
    status: string
    created_at: Time
  }
  merge_field: {
    application_id: string
    name: string
    type: string
    filled: Generated<number>
    sample: string | null
    created_at: Time
    slot: number | null
    slot_ready: Generated<boolean>
    is_leaving: Generated<boolean>
    leaving_into: string | null
    leaving_after: string | null
    leaving_total: number | null
  }
  merge_field_delta: {
    application_id: string
    name: string
    n: number
  }
  message: {
    application_id: string
    message_id: string
    run_id: string
    seq: number
    deliveries: number
    receiver: string
    contact_id: string | null
    copies: string[] | null
    idempotency_key: string | null
    created_at: Time
    send_at: NullableTime
    tags: string[] | null
    metadata: NullableJson
    data: NullableJson
  }
  message_call: {
    application_id: string
    key: string
    body_hash: string
    answer: Json
    called_at: Time
  }
  message_price: {
    application_id: string
    channel: string
    prices: Json
    updated_by: string | null
    updated_at: Time
  }
  message_tag: {
    application_id: string
    tag: string
    message_id: string
  }
  notice: {
    application_id: string
    notice_id: string
    account_id: string
    kind: string
    approval_id: string
    by_account_id: string | null
    created_at: Time
    read_at: NullableTime
  }
  organization: {
    organization_id: string
    name: string
    strength: string
    language: string
    created_at: Time
    updated_at: Time
    deleted_at: NullableTime
    two_people: Generated<boolean>
    app_name: string | null
    preferred_app: number | null
  }
  payment_event: {
    gateway: number
    event_id: string
    name: string
    about: Json
    received_at: Time
  }
  payment_order: {
    order_id: string
    subscription_id: string
    gateway: number
    world: string
    gateway_order_id: string | null
    purpose: string
    plan: Json
    amount: number
    currency: string
    status: string
    gateway_payment_id: string | null
    created_at: Time
    updated_at: Time
  }
  prompt_preferences: {
    application_id: string
    preferences: Json
    updated_by: string | null
    updated_at: Time
  }
  rate_limit: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  reading_hour: {
    application_id: string
    channel: string
    month: string
    weekday: number
    hour: number
    opened: Generated<number>
    clicked: Generated<number>
  }
  recovery_code: {
    account_id: string
    code_hash: Buffer
    used_at: NullableTime
  }
  report: {
    report_id: string
    provider: string
    application_id: string | null
    received_at: Time
    raw: Buffer
    matched: Generated<boolean>
    outcome: string | null
    next_try_at: NullableTime
    configuration_id: string | null
    channel: string | null
    call: NullableJson
    interrupted: Generated<number>
    failures: Generated<number>
    error: string | null
  }
  report_bytes: {
    application_id: string
    bytes: number
  }
  report_subscription: {
    application_id: string
    account_id: string
    every: string
    created_at: Time
    last_sent_for: string
  }
  restoration: {
    restored_at: Time
    moment: Time
    held_at: NullableTime
    runs: Generated<number>
    campaigns: Generated<number>
    messages: Generated<number>
    mails: Generated<number>
    requests: Generated<number>
  }
  role: {
    role_id: string
    organization_id: string | null
    name: string
    role_group: number
    sla_option: number
    sla_minutes: number
    permission_set: Json
    created_at: GeneratedTime
  }
  run: {
    application_id: string
    run_id: string
    campaign_id: string
    channel: string
    name: string
    lane_id: string
    state: string
    state_reason: string | null
    content: Json
    audience: Json
    timezone: string
    opens_at: Time
    expires_at: NullableTime
    recipients: Generated<number>
    next_batch: Generated<number>
    started_by: string | null
    created_at: Time
    started_at: NullableTime
    ended_at: NullableTime
    topic_id: string | null
    occurrence_at: NullableTime
    clock: NullableJson
    details_removed_at: NullableTime
    counters_checked_at: NullableTime
    counters_off: Generated<number>
    sent_noted_to: Generated<number>
    sent_noted: Generated<boolean>
    short_no: number | null
    reports_delivery: boolean | null
    link_tags: NullableJson
    stream: string | null
    wakes_at: NullableTime
    goal: NullableJson
    held_at: NullableTime
    trace: string | null
    is_test: Generated<boolean>
    message_class: GeneratedAlways<string | null>
    template_name: GeneratedAlways<string | null>
    template_language: GeneratedAlways<string | null>
  }
  run_attachment: {
    application_id: string
    run_id: string
    position: number
    filename: string
    media_type: string
    content: Buffer
  }
  run_counter: {
    application_id: string
    run_id: string
    shard: number
    state: number
    n: number
  }
  run_link: {
    application_id: string
    run_id: string
    no: number
    url: string
    clicks: Generated<number>
  }
  run_sample: {
    application_id: string
    run_id: string
    at: Time
    done: number
    sent: number
    delivered: number
    opened: number
    clicked: number
  }
  run_test: {
    application_id: string
    run_id: string
    part: string
    metric: string
    share: number
    after_hours: number
    decide_at: NullableTime
    winner: number | null
    decided_at: NullableTime
    decided_by: string | null
    verdict: NullableJson
  }
  run_variant: {
    application_id: string
    run_id: string
    no: number
    template_name: string | null
    content: Json
    seq_from: Generated<number>
    seq_to: Generated<number>
    figures: NullableJson
  }
  run_watch: {
    run_id: string
    application_id: string
    next_at: Time
    last_sample: string
  }
  saved_view: {
    application_id: string
    view_id: string
    account_id: string
    list: string
    name: string
    query: Json
    is_shared: boolean
    created_at: Time
  }
  schema_migration: {
    name: string
    checksum: string
    applied_on: GeneratedTime
  }
  second_factor: {
    account_id: string
    secret: string
    enabled_at: NullableTime
    last_step: Generated<number>
    created_at: Time
  }
  segment: {
    application_id: string
    segment_id: string
    name: string
    kind: string
    rules: NullableJson
    contact_count: Generated<number>
    created_by: string | null
    created_at: Time
    updated_at: Time
    counted_at: NullableTime
    is_estimated: Generated<boolean>
    tags: Generated<string[]>
  }
  segment_member: {
    application_id: string
    segment_id: string
    contact_id: string
  }
  session: {
    session_id: string
    account_id: string
    cookie_hash: Buffer
    application_id: string | null
    user_agent: string
    address: string
    created_at: Time
    last_seen_at: Time
    expires_at: Time
    raised_until: NullableTime
  }
  sign_up: {
    application_id: string
    sign_up_id: string
    form_id: string
    email_key: string
    answers: Json
    created_at: Time
    expires_at: Time
    sent_at: NullableTime
    failure: string | null
    confirmed_at: NullableTime
    message_id: string | null
  }
  sign_up_form: {
    application_id: string
    form_id: string
    name: string
    content: Json
    is_on: boolean
    submitted: Generated<number>
    confirmed: Generated<number>
    created_by: string | null
    created_at: Time
    updated_at: Time
  }
  sms_quarter: {
    application_id: string
    quarter: Time
    run_id: string
    shard: number
    segments: number
    calling_code: Generated<string>
  }
  sso_identity: {
    provider: string
    issuer: string
    subject: string
    account_id: string
    email: string | null
    email_key: string | null
    email_verified: boolean
    connected_at: Time
    last_used_at: NullableTime
  }
  sso_ticket: {
    ticket_hash: Buffer
    provider: string
    account_id: string
    browser_hash: Buffer | null
    expires_at: Time
  }
  sso_trip: {
    state_hash: Buffer
    nonce_hash: Buffer
    provider: string
    account_id: string | null
    browser_hash: Buffer | null
    expires_at: Time
  }
  stored_bytes: {
    application_id: string
    bytes: number
  }
  stored_file: {
    application_id: string
    file_id: string
    name: string
    media_type: string
    content: Buffer
    created_at: Time
    expires_at: NullableTime
    is_public: Generated<boolean>
  }
  subscription: {
    subscription_id: string
    organization_id: string
    gateway: number
    world: string
    gateway_subscription_id: string | null
    gateway_order_id: string | null
    gateway_payment_id: string | null
    gateway_state: string
    status: number
    is_running: boolean
    plan_id: string
    plan_name: string
    package_id: number
    price: number
    amount: number
    currency: string
    limits: Json
    taxes: Json
    period_start: NullableTime
    period_end: NullableTime
    next_charge: NullableTime
    card: NullableJson
    card_update_url: string | null
    change: NullableJson
    follows: string | null
    verified_at: NullableTime
    cancel_asked_at: NullableTime
    ended_at: NullableTime
    reminded_days: number | null
    compared_at: Time
    created_by: string | null
    created_at: Time
    updated_at: Time
  }
  support_ticket: {
    ticket_no: GeneratedAlways<number>
    account_id: string
    email: string
    priority: string
    content: string
    about: Json
    created_at: Time
    failures: Generated<number>
    last_failure: string | null
    handed_over_at: NullableTime
    handed_over_to: string | null
    hubspot_id: string | null
    tried_at: NullableTime
  }
  suppression: {
    application_id: string
    channel: string
    address_key: string
    reason: string
    detail: string | null
    created_at: Time
    added_by: string | null
    source: string | null
  }
  template: {
    application_id: string
    template_id: string
    type: string
    name: string
    version: number
    created_by: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
    tags: Generated<string[]>
  }
  template_block: {
    application_id: string
    block_id: string
    name: string
    version: number
    content: Json
    created_at: Time
    updated_by: string | null
    updated_at: Time
  }
  template_block_use: {
    application_id: string
    block_id: string
    template_id: string
    block_version: number
  }
  template_version: {
    application_id: string
    template_id: string
    version: number
    content: Json
    created_by: string | null
    created_at: Time
  }
  test_link: {
    short_no: number
    application_id: string
    addresses: Json
    created_at: Time
  }
  topic: {
    application_id: string
    topic_id: string
    name: string
    description: Generated<string>
    created_at: Time
    updated_at: Time
  }
  topic_consent: {
    application_id: string
    contact_id: string
    topic_id: string
    status: string
    source: string
    since: Time
  }
  topic_departure: {
    application_id: string
    topic_id: string
    address_key: string
    created_at: Time
  }
  usage_notice: {
    organization_id: string
    month: string
    channel: string
    share: number
    told_at: Time
  }
  waiting_hit: {
    hit_id: string
    application_id: string
    run_id: string
    seq: number
    link_no: number | null
    at: Time
    network: string
    bot_reason: string | null
    detail: Json
  }
  webhook: {
    application_id: string
    webhook_id: string
    name: string
    url: string
    description: string
    platforms: string[]
    events: number[]
    batch: Generated<number>
    status: Generated<string>
    secret: string
    old_secret: string | null
    old_secret_until: NullableTime
    created_by: string | null
    updated_by: string | null
    created_at: Time
    updated_at: Time
    failures: Generated<number>
    failing_since: NullableTime
    rests_until: NullableTime
    last_success_at: NullableTime
    leased_by: string | null
    leased_until: NullableTime
    off_since: NullableTime
  }
  webhook_attempt: {
    application_id: string
    webhook_id: string
    attempt_id: string
    message_id: string
    event: number
    n: number
    is_ok: boolean
    status: number
    duration_ms: number
    failure: string | null
    answer: string
  }
  webhook_message: {
    application_id: string
    webhook_id: string
    message_id: string
    event: number
    at: Time
    run_id: string | null
    seq: number | null
    reason: Generated<number>
    event_id: string | null
    subject_id: string | null
    state: Generated<number>
    tries: Generated<number>
    due_at: NullableTime
  }
  webhook_quarter: {
    application_id: string
    webhook_id: string
    quarter: Time
    ok: number
    failed: number
  }
  whatsapp_media: {
    application_id: string
    media_id: string
    uploaded_at: Time
  }
  whatsapp_session: {
    application_id: string
    phone: string
    last_inbound_at: Time
  }
  whatsapp_sync: {
    application_id: string
    account_id: string | null
    synced_at: NullableTime
    failure: string | null
    requested_at: NullableTime
  }
  whatsapp_template: {
    application_id: string
    template_id: string
    provider_id: string | null
    name: string
    language: string
    category: string
    status: string
    reason: string | null
    quality: string | null
    components: Json
    created_by: string | null
    created_at: Time
    updated_at: Time
    seen_at: NullableTime
    reported_at: NullableTime
    tags: Generated<string[]>
  }
  worker: {
    worker_id: string
    host_id: string
    pid: number
    mark: string
    started_at: Time
    beat_at: Time
    journal_bytes: Generated<number>
  }
}
