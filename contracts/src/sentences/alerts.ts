export const alerts = {
  'alerts.mostBrowsers': 'Notifications are on in {{most}} browsers already. Turn them off in one first.',
} as const
