import type { z } from 'zod';
import {
  accessImported,
  type DriverChange,
  type DriverQuery,
  driver,
  driverDetail,
  driverList,
  forgotten,
  type newDriver,
} from '#contract/access/driver.ts';
import { type GroupChange, group, groupList, type newGroup } from '#contract/access/group.ts';
import { type KeepLocalList, localList, localListRows } from '#contract/access/local-list.ts';
import {
  addedToken,
  type newToken,
  type RefusalQuery,
  refusalList,
  type TokenChange,
  type TokenQuery,
  token,
  tokenHash,
  tokenList,
} from '#contract/access/token.ts';
import { type TokenTry, tokenTryAnswer } from '#contract/access/token-try.ts';
import {
  devicePlace,
  type newSite,
  type PlaceDevice,
  type PlaceStation,
  type SiteChange,
  site,
  siteDetail,
  siteList,
  stationPlace,
} from '#contract/stations/site.ts';
import { query } from './query.ts';
import { request, type Server } from './request.ts';

const id = encodeURIComponent;
/** Ten thousand rows are sealed one by one. */
const importPatienceMs = 300_000;

/** Where there is charging, and who may. */
export function accessApi(server: Server) {
  const get = <Shape extends z.ZodType>(path: string, answer: Shape) => request(server, { path, answer });
  const post = <Shape extends z.ZodType>(path: string, body: object | undefined, answer: Shape) =>
    request(server, { path, method: 'POST', answer, ...(body !== undefined && { body }) });
  const put = <Shape extends z.ZodType>(path: string, body: object, answer: Shape) =>
    request(server, { path, method: 'PUT', body, answer });
  const remove = <Shape extends z.ZodType>(path: string, answer: Shape) =>
    request(server, { path, method: 'DELETE', answer });
  const stationAt = (siteId: string, stationId: string) => `/api/sites/${id(siteId)}/stations/${id(stationId)}`;
  const deviceAt = (siteId: string, deviceId: string) => `/api/sites/${id(siteId)}/devices/${id(deviceId)}`;
  return {
    sites: () => get('/api/sites', siteList),
    site: (siteId: string) => get(`/api/sites/${id(siteId)}`, siteDetail),
    addSite: (body: z.input<typeof newSite>) => post('/api/sites', body, site),
    changeSite: (siteId: string, body: SiteChange) => post(`/api/sites/${id(siteId)}`, body, site),
    removeSite: (siteId: string) => remove(`/api/sites/${id(siteId)}`, site),
    placeStation: (siteId: string, stationId: string, body: PlaceStation) =>
      put(stationAt(siteId, stationId), body, stationPlace),
    takeStation: (siteId: string, stationId: string) => remove(stationAt(siteId, stationId), stationPlace),
    placeDevice: (siteId: string, deviceId: string, body: PlaceDevice) =>
      put(deviceAt(siteId, deviceId), body, devicePlace),
    takeDevice: (siteId: string, deviceId: string) => remove(deviceAt(siteId, deviceId), devicePlace),

    groups: () => get('/api/groups', groupList),
    group: (groupId: string) => get(`/api/groups/${id(groupId)}`, group),
    addGroup: (body: z.input<typeof newGroup>) => post('/api/groups', body, group),
    changeGroup: (groupId: string, body: GroupChange) => post(`/api/groups/${id(groupId)}`, body, group),
    removeGroup: (groupId: string) => remove(`/api/groups/${id(groupId)}`, group),

    drivers: (given: Partial<DriverQuery>) => get(`/api/drivers${query(given)}`, driverList),
    driver: (driverId: string) => get(`/api/drivers/${id(driverId)}`, driverDetail),
    addDriver: (body: z.input<typeof newDriver>) => post('/api/drivers', body, driver),
    changeDriver: (driverId: string, body: DriverChange) => post(`/api/drivers/${id(driverId)}`, body, driver),
    forgetDriver: (driverId: string) => post(`/api/drivers/${id(driverId)}/forget`, undefined, forgotten),
    importAccess: (csv: string, isDryRun: boolean) =>
      request(server, {
        path: '/api/access/import',
        method: 'POST',
        body: { csv, isDryRun },
        answer: accessImported,
        patienceMs: importPatienceMs,
      }),

    tokens: (given: Partial<TokenQuery>) => get(`/api/tokens${query(given)}`, tokenList),
    token: (tokenId: string) => get(`/api/tokens/${id(tokenId)}`, token),
    // A token does not belong into an address: others on the way write those down.
    findToken: (value: string) => post('/api/tokens/find', { value }, token),
    tokenHash: (value: string) => post('/api/tokens/hash', { value }, tokenHash),
    addToken: (body: z.input<typeof newToken>) => post('/api/tokens', body, addedToken),
    changeToken: (tokenId: string, body: TokenChange) => post(`/api/tokens/${id(tokenId)}`, body, token),
    removeToken: (tokenId: string) => remove(`/api/tokens/${id(tokenId)}`, token),
    tryToken: (body: TokenTry) => post('/api/tokens/try', body, tokenTryAnswer),
    refusals: (given: Partial<RefusalQuery>) => get(`/api/refusals${query(given)}`, refusalList),

    localLists: () => get('/api/local-lists', localListRows),
    localList: (stationId: string) => get(`/api/stations/${id(stationId)}/local-list`, localList),
    keepLocalList: (stationId: string, body: KeepLocalList) =>
      put(`/api/stations/${id(stationId)}/local-list`, body, localList),
  };
}
