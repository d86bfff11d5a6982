import { quirkApi } from '#contract/api/quirks.ts';
import { serve } from '../route.ts';

export const quirkRoutes = serve(quirkApi, {
  list: (_asked, { charging }) => charging.quirks.list(),
  repairs: ({ params }, { charging }) => charging.quirks.repairsOf(params.id),
  async setOfStation({ params: { id, rule }, body: { isOn }, actor }, { charging }) {
    await charging.quirks.setSwitch({ rule, isOn, of: { stationId: id } }, actor);
    return charging.quirks.repairsOf(id);
  },
  async setOfModel({ params: { rule }, body: { isOn, vendor, model }, actor }, { charging }) {
    await charging.quirks.setSwitch({ rule, isOn, of: { vendor, model } }, actor);
    return charging.quirks.list();
  },
});
