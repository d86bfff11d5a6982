/** The tabs of the page, the first one without a word in the address. */
export const moneyTabs = ['payments', 'open', 'days', 'invoices', 'accounts'] as const;
