/** The tabs of a partner's page, the first one without a word in the address. */
export const partnerTabs = ['state', 'exchanges', 'sessions', 'records', 'tariffs', 'locations'] as const;
