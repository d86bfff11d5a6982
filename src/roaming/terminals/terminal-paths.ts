/** The two things that the module of payments has, by the names under which we keep them. */
export type PaymentObject = 'terminals' | 'captures';

/** Where they stand behind the address of the module. */
export const pathOf: Record<PaymentObject, string> = {
  terminals: 'terminals',
  captures: 'financial-advice-confirmations',
};
