import { campaignApi } from '#contract/api/campaigns.ts';
import type { Campaign } from '#contract/campaigns/campaign.ts';
import { openApi } from '../api.ts';
import { invalidInput, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { show, showList, strong, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function campaignList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(campaignApi.list);
  const { titles, upkeep: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noCampaign,
    table: () =>
      tableOf(list.campaigns, [
        [titles.id, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.kind, ({ action }) => action.kind],
        [titles.state, ({ state, stop }) => (stop === null ? state : `${state}: ${stop}`)],
        [titles.progress, progressOf],
        [titles.since, ({ createdAt }) => localTime(createdAt), 'optional'],
      ]),
  });
}

function progressOf({ counts, total, stage, stages }: Campaign): string {
  return `${counts.done}/${total} (${Math.min(stage + 1, stages.length)}/${stages.length})`;
}

export async function campaignShow(terminal: Terminal, options: ShowOptions & { campaign: string }): Promise<number> {
  const details = await openApi(terminal, options).call(campaignApi.get, { params: { id: options.campaign } });
  const { titles, upkeep: words } = terminal.text;
  const { campaign, stations } = details;
  return show(terminal, options, details, () => [
    words.campaignLine(
      visible(campaign.name),
      campaign.state,
      campaign.counts.done,
      campaign.total,
      campaign.counts.failed,
    ),
    ...tableLines(
      terminal,
      tableOf(stations, [
        [titles.station, ({ stationId }) => strong(stationId), 'flexible'],
        [titles.stage, ({ stage }) => stage, 'right'],
        [titles.state, ({ state }) => state],
        [titles.reason, ({ reason, waitsFor }) => reason ?? waitsFor ?? '', 'flexible'],
        [titles.version, ({ versionNow }) => versionNow ?? '', 'optional'],
      ]),
    ),
  ]);
}

type StartOptions = ShowOptions &
  Texts<'image' | 'rollback' | 'model' | 'window'> &
  Switches<'certificates' | 'preview'> & { name: string; set?: string[]; station?: string[]; site?: string[] };

export async function campaignStart(terminal: Terminal, options: StartOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { station: stationIds, site: siteIds, model } = options;
  const body = {
    name: options.name,
    action: actionOf(terminal, options),
    target: {
      ...(stationIds !== undefined && { stationIds }),
      ...(siteIds !== undefined && { siteIds }),
      ...(model !== undefined && { model }),
    },
    window: options.window === undefined ? null : windowOf(terminal, options.window),
  };
  const { upkeep: words } = terminal.text;
  if (options.preview === true) {
    const preview = await api.call(campaignApi.preview, { body });
    const { total, stages, canary, skipped } = preview;
    return tellDone(
      terminal,
      options,
      preview,
      words.preview(total, stages.join(' → '), visible(canary.join(', ')), skipped.length),
    );
  }
  const campaign = await api.call(campaignApi.start, { body });
  return tellDone(terminal, options, campaign, words.started(visible(campaign.name), campaign.total, campaign.id));
}

function actionOf(terminal: Terminal, { image, rollback, set, certificates }: StartOptions) {
  if (image !== undefined) return { kind: 'firmware' as const, imageId: image, rollbackImageId: rollback ?? null };
  if (certificates === true) return { kind: 'certificates' as const };
  const variables = (set ?? []).map((pair) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw invalidInput(terminal, { name: '--set', value: pair, accepts: 'NAME=VALUE' });
    return { name, value };
  });
  if (variables.length === 0)
    throw invalidInput(terminal, { name: '--image', value: '', accepts: '--image, --set, --certificates' });
  return { kind: 'settings' as const, variables };
}

function windowOf(terminal: Terminal, value: string) {
  const [, from, until] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(value) ?? [];
  if (from === undefined || until === undefined)
    throw invalidInput(terminal, { name: '--window', value, accepts: '22:00-05:00' });
  return { from, until };
}

type OrderOptions = ShowOptions &
  Texts<'why'> &
  Switches<'rollBack'> & { campaign: string; order: 'pause' | 'resume' | 'stop' | 'cancel' };

export async function campaignOrder(terminal: Terminal, options: OrderOptions): Promise<number> {
  const { campaign: id, order, why, rollBack = false } = options;
  const campaign = await openApi(terminal, options).call(campaignApi[order], {
    params: { id },
    body: { rollBack, ...(why !== undefined && { why }) },
  });
  return tellDone(terminal, options, campaign, terminal.text.upkeep.isNow(visible(campaign.name), campaign.state));
}
