/** What money is told of: the parts that an accountant reads. */
export const accountantReads: ReadonlySet<string> = new Set([
  ...[
    'sessions',
    'reports',
    'tariffs',
    'payments',
    'partners',
    'drivers',
    'sites',
    'stations',
    'reservations',
    'events',
  ],
  ...['proposals', 'assistant', 'account'],
]);
