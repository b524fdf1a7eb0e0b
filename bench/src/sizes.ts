/** The sizes of each benchmark: for a quick run, for the bars, and for a test that it runs at all. */
const SIZES = {
  /** Measurements of a figure and of its limit; the medians count. */
  rounds: [3, 5, 1],
  /** Of the e-mail campaign. */
  recipients: [20_000, 100_000, 200],
  /** Of the two that compare a mail of blocks with one by hand. */
  blocksRecipients: [20_000, 100_000, 200],
  /** Of the same with DKIM. */
  signedRecipients: [10_000, 40_000, 100],
  /** Of the web push campaign. */
  pushRecipients: [20_000, 100_000, 200],
  /** Of campaigns to phones. */
  phoneRecipients: [20_000, 100_000, 200],
  /** Of the two campaigns whose memory and cost are compared. */
  fewRecipients: [10_000, 10_000, 50],
  manyRecipients: [100_000, 1_000_000, 200],
  /** How long a throttled campaign is watched. */
  throttleSeconds: [10, 60, 1],
  /** Of the campaign beside which test messages are sent and pages are read. */
  besideRecipients: [40_000, 200_000, 300],
  importRows: [30_000, 136_000, 200],
  /** Of the small import whose memory the large one's is compared with. */
  fewImportRows: [10_000, 10_000, 100],
  snapshotRecipients: [100_000, 1_000_000, 500],
  /** Of the audience whose segments are counted. */
  segmentContacts: [100_000, 1_000_000, 5000],
  /** Counts of each kind of rules. */
  segmentCounts: [10, 40, 2],
  /** Of the same contacts. */
  contactEvents: [1_000_000, 10_000_000, 5000],
  /** Of the audience that is listed and searched. */
  contacts: [200_000, 1_000_000, 500],
  /** On each channel whose dashboards are read. */
  dashboardCampaigns: [1000, 1000, 20],
  dashboardMessages: [20_000_000, 20_000_000, 20_000],
  /** Of the log of an application. */
  logEntries: [1_000_000, 1_000_000, 200],
  webhookAttempts: [1_000_000, 10_000_000, 200],
  /** That are told at once. */
  webhookEvents: [10_000, 40_000, 40],
  /** Of programs. */
  messages: [2000, 20_000, 20],
  /** Requests of each kind. */
  requests: [100, 300, 3],
} as const

export type Sizes = Readonly<Record<keyof typeof SIZES, number>>

/** About two minutes. */
export const QUICK = sizesOf(0)

/** The sizes behind the figures of RESULTS.md. 136,000 rows are just under the 20 MiB that an upload may have. */
export const FULL = sizesOf(1)

/** For a test that every benchmark runs. */
export const TINY = sizesOf(2)

function sizesOf(column: 0 | 1 | 2): Sizes {
  return Object.fromEntries(Object.entries(SIZES).map(([name, sizes]) => [name, sizes[column]])) as Sizes
}
