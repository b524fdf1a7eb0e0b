/** How much each benchmark does. */
export interface Sizes {
  /** Measurements of a figure and of its limit; the medians count. */
  rounds: number
  /** Of the e-mail campaign. */
  recipients: number
  /** Of the same with DKIM. */
  signedRecipients: number
  /** Of the web push campaign. */
  pushRecipients: number
  /** Of campaigns to phones. */
  phoneRecipients: number
  /** Of the two campaigns whose memory and cost are compared. */
  fewRecipients: number
  manyRecipients: number
  /** How long a throttled campaign is watched. */
  throttleSeconds: number
  /** Of the campaign beside which test messages are sent and pages are read. */
  besideRecipients: number
  importRows: number
  /** Of the small import whose memory the large one's is compared with. */
  fewImportRows: number
  snapshotRecipients: number
  /** Of the audience whose segments are counted. */
  segmentContacts: number
  /** Counts of each kind of rules. */
  segmentCounts: number
  /** Of the audience that is listed and searched. */
  contacts: number
  /** Requests of each kind. */
  requests: number
}

/** About two minutes. */
export const QUICK: Sizes = {
  rounds: 3,
  recipients: 20_000,
  signedRecipients: 10_000,
  pushRecipients: 20_000,
  phoneRecipients: 20_000,
  fewRecipients: 10_000,
  manyRecipients: 100_000,
  throttleSeconds: 10,
  besideRecipients: 40_000,
  importRows: 30_000,
  fewImportRows: 10_000,
  snapshotRecipients: 100_000,
  segmentContacts: 100_000,
  segmentCounts: 10,
  contacts: 200_000,
  requests: 100,
}

/** What the figures of RESULTS.md are measured with. 136,000 rows are just under the 20 MiB that an upload may have. */
export const FULL: Sizes = {
  rounds: 5,
  recipients: 100_000,
  signedRecipients: 40_000,
  pushRecipients: 100_000,
  phoneRecipients: 100_000,
  fewRecipients: 10_000,
  manyRecipients: 1_000_000,
  throttleSeconds: 60,
  besideRecipients: 200_000,
  importRows: 136_000,
  fewImportRows: 10_000,
  snapshotRecipients: 1_000_000,
  segmentContacts: 1_000_000,
  segmentCounts: 40,
  contacts: 1_000_000,
  requests: 300,
}

/** Shows that everything runs, and nothing else. */
export const TINY: Sizes = {
  rounds: 1,
  recipients: 200,
  signedRecipients: 100,
  pushRecipients: 200,
  phoneRecipients: 200,
  fewRecipients: 50,
  manyRecipients: 200,
  throttleSeconds: 1,
  besideRecipients: 300,
  importRows: 200,
  fewImportRows: 100,
  snapshotRecipients: 500,
  segmentContacts: 5000,
  segmentCounts: 2,
  contacts: 500,
  requests: 3,
}
