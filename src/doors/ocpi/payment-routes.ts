import { unknownObject } from '#roaming/roaming-problem.ts';
import { type PaymentObject, pathOf } from '#roaming/terminals/terminal-paths.ts';
import type { Route } from './routes.ts';

function of(module: PaymentObject): Route[] {
  const path = ['cpo', 'payments', pathOf[module]];
  return [
    {
      method: 'POST',
      path,
      hasBody: true,
      async run({ roaming, partner, from, body }) {
        const isNew = await roaming.terminals.put(partner, module, body as Record<string, unknown>, from);
        return isNew ? { httpStatus: 201 } : {};
      },
    },
    {
      method: 'GET',
      path: [...path, '*'],
      async run({ roaming, partner, path: [id = ''] }) {
        const data = await roaming.terminals.find(partner, module, id);
        if (data === undefined) throw unknownObject('There is no such object in payments.');
        return { data };
      },
    },
  ];
}

/** Terminals of a provider that takes the money, and what it took. */
export const paymentRoutes: readonly Route[] = [...of('terminals'), ...of('captures')];
