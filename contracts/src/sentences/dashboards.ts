export const dashboards = {
  'dashboards.backwards': 'The last day is before the first.',
  'dashboards.tooLong': 'Choose up to {{maximum}} days.',
  'dashboards.panel': 'This dashboard has no such panel.',
  'dashboards.noCampaign': 'This campaign doesn’t exist.',
} as const
