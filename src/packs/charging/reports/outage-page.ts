import { z } from 'zod';
import { cursorOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/charging.ts';
import type { Outage } from '#contract/stations/outage.ts';
import { placeAfter } from '../paging.ts';

type PageRequest = {
  stationId: string | undefined;
  siteId: string | undefined;
  from: string;
  to: string;
  limit: number;
  after?: string | undefined;
};

/** Single outages that touch a period, newest first; the cursor names the last one of the page before. */
export async function outagePage(
  { outages }: Pick<Charging, 'outages'>,
  { after, limit, ...asked }: PageRequest,
): Promise<{ page: Outage[]; next: string | undefined }> {
  const found = await outages.find({ ...asked, limit: limit + 1, after: placeOf(after) });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    next: last !== undefined && found.length > limit ? cursorOf(`${last.from} ${last.id}`) : undefined,
  };
}

const place = z.tuple([z.iso.datetime(), z.uuid()]);

function placeOf(cursor: string | undefined): { from: string; id: string } | undefined {
  const position = placeAfter(cursor);
  if (position === undefined) return undefined;
  const read = place.safeParse(position.split(' '));
  if (read.success) return { from: read.data[0], id: read.data[1] };
  throw new SigecError(
    'INVALID_INPUT',
    'after accepts only the `next` of the answer before, with the same arguments.',
    {
      details: { fields: [{ field: 'after' }] },
    },
  );
}
