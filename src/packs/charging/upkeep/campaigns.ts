import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { type Campaign, campaignGates, campaignPlan } from '#contract/campaigns/campaign.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { stationId } from '#contract/stations/station.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';

type Needs = Pick<PackNeeds, 'charging'>;

const shownCampaign = z.object({
  campaign_id: z.string(),
  name: z.string(),
  kind: z.string().describe('firmware, settings or certificates'),
  state: z.string().describe('running, paused, stopped, canceled or done'),
  stopped_because: z.string().optional(),
  stage: z.int().describe('0: the canary'),
  stages: z.array(z.int()).describe('Up to how many charge points each stage reaches'),
  counts: z.record(z.string(), z.int()),
  touched: z.int(),
  total: z.int(),
  started_at: time,
});

function forAgents(campaign: Campaign): z.input<typeof shownCampaign> {
  return {
    campaign_id: campaign.id,
    name: untrustedText(campaign.name, 100),
    kind: campaign.action.kind,
    state: campaign.state,
    stopped_because: campaign.stop ?? undefined,
    stage: campaign.stage,
    stages: campaign.stages,
    counts: Object.fromEntries(Object.entries(campaign.counts).filter(([, count]) => count > 0)),
    touched: campaign.touched,
    total: campaign.total,
    started_at: campaign.createdAt,
  };
}

const maxStationsShown = 100;

export function listCampaigns({ charging }: Needs): Tool {
  return defineTool({
    name: 'list_campaigns',
    title: 'Campaigns of firmware, settings and certificates',
    description:
      'Lists campaigns that bring firmware, settings or certificates to many charge points, newest first, with the firmware images of the catalogue; with campaign_id one of them with its charge points and why each waits or failed. Use it before start_campaign, and to see how one goes.',
    category: 'stations',
    level: 'advanced',
    tier: 'R0',
    input: z.object({ campaign_id: z.uuid().optional().describe('Absent: all') }),
    output: z.object({
      campaigns: z.array(shownCampaign),
      charge_points: z
        .array(
          z.object({
            charge_point_id: z.string(),
            stage: z.int(),
            state: z.string(),
            reason: z.string().optional(),
            waits_for: z.string().optional(),
          }),
        )
        .optional(),
      images: z
        .array(
          z.object({
            image_id: z.string(),
            vendor: z.string(),
            model: z.string().optional(),
            version: z.string(),
            is_signed: z.boolean(),
          }),
        )
        .optional()
        .describe('Of firmware that can be installed'),
    }),
    examples: [{}],
    subject: ({ campaign_id }) => campaign_id ?? 'campaigns',
    async run({ campaign_id }) {
      if (campaign_id !== undefined) {
        const { campaign, stations } = await found(() => charging.campaigns.get(campaign_id));
        return {
          text: `The campaign is ${campaign.state}; ${campaign.touched} of ${campaign.total} charge points were asked.`,
          data: {
            campaigns: [forAgents(campaign)],
            charge_points: stations.slice(0, maxStationsShown).map((station) => ({
              charge_point_id: untrustedText(station.stationId),
              stage: station.stage,
              state: station.state,
              reason: station.reason ?? undefined,
              waits_for: station.waitsFor ?? undefined,
            })),
          },
        };
      }
      const campaigns = await charging.campaigns.list();
      const images = (await charging.firmwareCatalogue.list()).filter(({ state }) => state === 'ready');
      return {
        text: `${campaigns.length} campaigns, ${images.length} firmware images.`,
        data: {
          campaigns: campaigns.slice(0, maxStationsShown).map(forAgents),
          images: images.slice(0, maxStationsShown).map(({ id, vendor, model, version, isSigned }) => ({
            image_id: id,
            vendor: untrustedText(vendor),
            model: untrustedTextIfAny(model),
            version: untrustedText(version),
            is_signed: isSigned,
          })),
        },
      };
    },
  });
}

const noCampaign = 'There is no such campaign. Call list_campaigns to see which there are.';
const found = <Answer>(work: () => Promise<Answer>) => withSafeErrors({ NOT_FOUND: noCampaign }, work);

export function startCampaign({ charging }: Needs): Tool {
  const planOf = (input: z.output<typeof campaignInput>) => {
    if ((input.image_id === undefined) === (input.settings === undefined))
      throw wrongArgument('Give either image_id (firmware) or settings.', 'image_id', 'settings');
    const action =
      input.image_id === undefined
        ? { kind: 'settings', variables: input.settings }
        : { kind: 'firmware', imageId: input.image_id, rollbackImageId: input.rollback_image_id ?? null };
    const read = campaignPlan.safeParse({
      name: input.name,
      action,
      target: {
        ...(input.charge_point_ids !== undefined && { stationIds: input.charge_point_ids }),
        ...(input.site_ids !== undefined && { siteIds: input.site_ids }),
        ...(input.firmware_version !== undefined && { firmwareVersion: input.firmware_version }),
      },
      window: input.window ?? null,
      gates: campaignGates.parse({}),
    });
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw wrongArgument(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}.`, 'name');
  };
  const safely = <Answer>(work: () => Promise<Answer>) =>
    withSafeErrors(
      {
        NOT_FOUND: 'There is no such firmware image. Call list_campaigns to see which there are.',
        CONFLICT: 'Nothing can be started: no charge point fits, or the image is not ready. Nothing was changed.',
      },
      work,
    );
  return defineTool({
    name: 'start_campaign',
    title: 'Start a campaign',
    description:
      'Brings a firmware image of the catalogue, or settings, to many charge points: one first, then 5 %, 25 % and all, each stage only while they come back, report the version, break nothing and charge as before; otherwise it stops by itself. An administrator has to approve. Call list_campaigns for images. For one charge point use update_firmware or update_charge_point_configuration.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    timeoutMs: 60_000,
    input: campaignInput,
    output: shownCampaign.extend({ is_done: z.boolean() }),
    examples: [
      {
        name: 'Praia 5.1',
        image_id: '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10',
        window: { from: '22:00', until: '05:00' },
      },
    ],
    subject: ({ name }) => name,
    async plan(input) {
      const preview = await safely(() => charging.campaigns.preview(planOf(input)));
      return {
        targets: preview.stationIds.slice(0, maxStationsShown).map((id) => `station:${id}`),
        effect: sentenceOf('effect-start-campaign', { total: preview.total, stages: preview.stages }),
        details: {
          canary: preview.canary.map((id) => untrustedText(id)),
          stages: preview.stages,
          left_out: preview.skipped.length,
          offline: preview.offline,
          charging: preview.charging,
        },
        preconditions: { total: preview.total, canary: preview.canary },
      };
    },
    async run(input, { actor }) {
      const campaign = await safely(() => charging.campaigns.start(planOf(input), actor));
      return {
        text: 'The campaign runs; list_campaigns tells how it goes.',
        data: { ...forAgents(campaign), is_done: true },
      };
    },
  });
}

const campaignInput = z.object({
  name: z.string().trim().min(3).max(100).describe('How people will know it'),
  image_id: z.uuid().optional().describe('Firmware: as list_campaigns returns it'),
  rollback_image_id: z.uuid().optional().describe('What charge points get again when it stops'),
  settings: z
    .array(z.object({ name: z.string().min(1).max(210), value: z.string().max(2500) }))
    .min(1)
    .max(50)
    .optional()
    .describe('Component.Variable or an OCPP 1.6 key, and its value'),
  charge_point_ids: z.array(stationId).min(1).max(1000).optional().describe('Absent: all that fit'),
  site_ids: z
    .array(z.string().max(60))
    .min(1)
    .max(100)
    .optional()
    .describe('Only at these, as list_sites returns them'),
  firmware_version: z.string().max(50).optional().describe('Only charge points that run it now'),
  window: z
    .object({
      from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      until: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    })
    .optional()
    .describe("Such as 22:00 to 05:00 by each site's clock"),
});

export function changeCampaign({ charging }: Needs): Tool {
  return defineTool({
    name: 'change_campaign',
    title: 'Pause, resume, stop or cancel a campaign',
    description:
      'Pauses a campaign, lets it go on, stops it because something is wrong, or cancels it; with roll_back charge points get again what they had, where that can be. A person approves it first. list_campaigns tells which there are.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    isIdempotent: true,
    input: z.object({
      campaign_id: z.uuid().describe('As list_campaigns returns it'),
      order: z.enum(['pause', 'resume', 'stop', 'cancel']).describe('What becomes of it'),
      roll_back: z.boolean().default(false).describe('With stop or cancel'),
      why: z.string().trim().max(300).optional().describe('Kept and shown to people'),
    }),
    output: shownCampaign.extend({ is_done: z.boolean() }),
    examples: [{ campaign_id: '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10', order: 'pause' }],
    subject: ({ campaign_id }) => campaign_id,
    async plan({ campaign_id, order, roll_back }) {
      const { campaign } = await found(() => charging.campaigns.get(campaign_id));
      return {
        targets: [`campaign:${campaign.id}`],
        effect: sentenceOf(roll_back ? 'effect-roll-back-campaign' : 'effect-change-campaign', {
          order,
          state: campaign.state,
          touched: campaign.touched,
          total: campaign.total,
        }),
        details: { state_before: campaign.state, counts: campaign.counts },
        preconditions: { state: campaign.state },
      };
    },
    async run({ campaign_id, order, roll_back, why }, { actor }) {
      const campaign = await withSafeErrors(
        {
          NOT_FOUND: noCampaign,
          CONFLICT: 'The campaign is in a state in which this cannot be done. Call list_campaigns.',
        },
        () =>
          charging.campaigns.change(campaign_id, order, {
            actor,
            rollBack: roll_back,
            ...(why !== undefined && { why: untrustedText(why, 300) }),
          }),
      );
      return { text: `The campaign is ${campaign.state} now.`, data: { ...forAgents(campaign), is_done: true } };
    },
  });
}
