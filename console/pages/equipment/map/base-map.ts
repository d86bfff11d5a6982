import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export type MapColours = { water: string; land: string; border: string; state: string };

/** Beside the palette of the page. */
export const mapColours = {
  light: { water: '#e4eaee', land: '#fbfaf7', border: '#b9bfc4', state: '#dcd8cf' },
  dark: { water: '#101316', land: '#1e2327', border: '#464e55', state: '#2e353a' },
} as const satisfies Record<'light' | 'dark', MapColours>;

/** Land, countries and the states of Brazil, all from our own origin; base-map.md says where they come from. */
export async function baseMap(colours: MapColours): Promise<StyleSpecification> {
  const [atlas, states] = await Promise.all([
    import('world-atlas/countries-50m.json'),
    import('./brazil-states.json', { with: { type: 'json' } }),
  ]);
  const world = atlas.default as unknown as Topology<{ land: GeometryCollection; countries: GeometryCollection }>;
  const { land, countries } = world.objects;
  const lines = (data: unknown) => ({
    type: 'geojson' as const,
    data: { type: 'Feature' as const, properties: {}, geometry: data as GeoJSON.MultiLineString },
  });
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: withoutSlivers(feature(world, land)) },
      borders: lines(mesh(world, countries, (one, other) => one !== other)), // coasts are the edge of the land already
      states: lines(states.default),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land, 'fill-antialias': false } },
      { id: 'states', type: 'line', source: 'states', paint: { 'line-color': colours.state, 'line-width': 0.8 } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colours.border, 'line-width': 1.2 } },
    ],
  };
}

/** Islands that lie on both sides of the date line are cut in two there; drawn on a plane, they would be a thin line around the world. */
function withoutSlivers(land: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection {
  return {
    ...land,
    features: land.features.map((each) =>
      each.geometry.type === 'MultiPolygon'
        ? {
            ...each,
            geometry: { ...each.geometry, coordinates: each.geometry.coordinates.filter((part) => !isSliver(part)) },
          }
        : each,
    ),
  };
}

function isSliver([outline = []]: GeoJSON.Position[][]): boolean {
  const across = outline.map(([longitude = 0]) => longitude);
  const down = outline.map(([, latitude = 0]) => latitude);
  return Math.max(...across) - Math.min(...across) > 300 && Math.max(...down) - Math.min(...down) < 8;
}
