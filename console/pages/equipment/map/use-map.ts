import { useComputedColorScheme } from '@mantine/core';
import { LngLatBounds, Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { baseMap, type MapColours, mapColours } from './base-map.ts';
import type { PlacedSite } from './map-pins.ts';

setWorkerUrl(workerUrl);

export type MapState = { map: MapLibre | null; zoom: number; hasFailed: boolean };

const closest = 15;

/** A map in an element, as long as it is shown; `hasFailed`: this browser cannot draw one. */
export function useMap(
  element: RefObject<HTMLDivElement | null>,
  sites: readonly PlacedSite[],
  nearest = 11,
): MapState {
  const [state, setState] = useState<MapState>({ map: null, zoom: 0, hasFailed: false });
  const isReady = sites.length > 0;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false }); // no flash of light in the dark
  const first = useRef({ sites, scheme }); // how it looks first; later it is moved by whoever looks
  useEffect(() => {
    first.current = { sites, scheme };
  });
  useEffect(() => {
    const container = element.current;
    if (container === null || !isReady) return;
    const ended = new AbortController();
    let map: MapLibre | undefined;
    const open = async () => {
      const style = await baseMap(mapColours[first.current.scheme]);
      if (ended.signal.aborted) return;
      map = new MapLibre({
        container,
        style,
        bounds: boundsOf(first.current.sites),
        attributionControl: false,
        maxZoom: closest,
        fitBoundsOptions: { padding: 90, maxZoom: nearest },
        dragRotate: false,
        pitchWithRotate: false,
      });
      map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
      const tell = () => map !== undefined && setState({ map, zoom: halfStep(map.getZoom()), hasFailed: false });
      map.on('zoomend', tell);
      tell();
    };
    open().catch(() => setState({ map: null, zoom: 0, hasFailed: true }));
    return () => {
      ended.abort();
      setState({ map: null, zoom: 0, hasFailed: false });
      map?.remove();
    };
  }, [element, isReady, nearest]);
  useColours(state.map, mapColours[scheme]);
  return state;
}

/** Pins are gathered anew at every half step, so that they do not move about while somebody zooms. */
function halfStep(zoom: number): number {
  return Math.floor(zoom * 2) / 2;
}

/** The map follows the page when it becomes dark or light. */
function useColours(map: MapLibre | null, { water, land, border, state }: MapColours): void {
  useEffect(() => {
    if (map === null) return;
    const paint = () => {
      map.setPaintProperty('water', 'background-color', water);
      map.setPaintProperty('land', 'fill-color', land);
      map.setPaintProperty('borders', 'line-color', border);
      map.setPaintProperty('states', 'line-color', state);
    };
    if (map.isStyleLoaded()) paint();
    else map.once('styledata', paint);
  }, [map, water, land, border, state]);
}

export function boundsOf(sites: readonly PlacedSite[]): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of sites) bounds.extend([longitude, latitude]);
  return bounds;
}
