import { useState } from 'react';
import { z } from 'zod';
import { usePrincipal } from '../../api/principal.ts';
import { parsedJson } from '../../parts/json.ts';
import { type EquipmentFilter, equipmentFilter } from './equipment-filter.ts';

export type SavedView = { name: string; filter: EquipmentFilter };

const savedViews = z.array(z.object({ name: z.string().min(1).max(60), filter: equipmentFilter }));

/** Kept by this browser, for each person who signs in here; the address of a view is what one sends to others. */
export function useSavedViews() {
  const keptAs = `sigec-views:${usePrincipal()?.id ?? 'nobody'}`;
  const [kept, setKept] = useState<{ keptAs: string; views: readonly SavedView[] } | null>(null);
  const views = kept?.keptAs === keptAs ? kept.views : readViews(localStorage.getItem(keptAs));
  const keep = (next: readonly SavedView[]) => {
    localStorage.setItem(keptAs, JSON.stringify(next));
    setKept({ keptAs, views: next });
  };
  return {
    views,
    /** One of the same name is replaced. */
    save: (view: SavedView) => keep(withView(views, view)),
    remove: (name: string) => keep(views.filter((each) => each.name !== name)),
  };
}

/** What an older or newer console has written is read as far as it is understood. */
export function readViews(text: string | null): readonly SavedView[] {
  const read = savedViews.safeParse(text === null ? [] : parsedJson(text));
  return read.success ? read.data : [];
}

export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}

/** The view that is shown now, if it is one of them. */
export function isShown(view: SavedView, filter: EquipmentFilter): boolean {
  return Object.keys(equipmentFilter.shape).every(
    (name) => view.filter[name as keyof EquipmentFilter] === filter[name as keyof EquipmentFilter],
  );
}
