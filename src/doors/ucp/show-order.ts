import type { Order } from '#bookshop/orders.ts';
import { capabilitiesOf, orderCapability } from './capabilities.ts';
import { envelope, speaking } from './platform.ts';
import type { ShowNeeds } from './show-checkout.ts';
import { allTotals, lineTotals } from './show-totals.ts';
import { type UcpLanguage, ucpTexts } from './texts.ts';
import { isFirst, type UcpVersion } from './versions.ts';

type Reader = { version: UcpVersion; language: UcpLanguage };

/** An order as it is now; the same for whoever asks and whoever is told. */
export function showOrder(
  { pageOf, terms }: Pick<ShowNeeds, 'pageOf' | 'terms'>,
  reader: Reader,
  order: Order,
): object {
  const { version, language } = speaking(reader, order.delivery);
  const text = ucpTexts[language];
  const { shipping, destination } = order.delivery;
  const isOld = isFirst(version);
  const isDelivered = order.steps.some(({ kind }) => kind === 'delivered');
  const lines = order.lines.map(({ id, quantity }) => ({ id, quantity }));
  const common = capabilitiesOf(version);
  return {
    ucp: envelope({ version, common }, orderCapability),
    id: order.id,
    checkout_id: order.checkoutId,
    permalink_url: pageOf('order', order.id),
    currency: order.currency,
    ...(!isOld && { label: `#${order.number}` }),
    line_items: order.lines.map((line) => ({
      id: line.id,
      item: { id: line.bookId, title: line.title, price: line.unitCents },
      quantity: {
        ...(!isOld && { original: line.quantity }),
        total: line.quantity,
        fulfilled: isDelivered ? line.quantity : 0,
      },
      totals: lineTotals(line, version),
      status: isDelivered ? 'fulfilled' : 'processing',
    })),
    totals: allTotals(order.totals, version, text),
    fulfillment: {
      expectations: [
        {
          id: 'expectation-1',
          line_items: lines,
          method_type: shipping === 'pickup' ? 'pickup' : 'shipping',
          destination: destination ?? { address_country: terms.countries[0] },
          description: text.options[shipping].about,
          fulfillable_on: 'now',
        },
      ],
      events: order.steps.map(({ id, kind, at, carrier, trackingNumber, trackingUrl }) => ({
        id,
        type: kind,
        occurred_at: at,
        line_items: lines,
        ...(carrier !== undefined && { carrier }),
        ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
        ...(trackingUrl !== undefined && { tracking_url: trackingUrl }),
      })),
    },
    adjustments: [],
  };
}
