import {
  campaign,
  campaignDetails,
  campaignList,
  campaignPlan,
  campaignPreview,
  changeCampaign,
} from '../campaigns/campaign.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'campaigns:read');
const changing = allow('administer', 'campaigns:change');
const stopping = allow('operate', 'campaigns:operate');
const order = { params: ofUuid, body: changeCampaign, answer: campaign };

export const campaignApi = defineApi('campaigns', {
  list: reading('GET /api/campaigns', 'Campaigns of firmware, settings and certificates, newest first', {
    answer: campaignList,
  }),
  get: reading('GET /api/campaigns/:id', 'One campaign with every station, and what each of them waits for', {
    params: ofUuid,
    answer: campaignDetails,
    turn: 'long',
  }),
  preview: reading('POST /api/campaigns/preview', 'Whom a campaign would reach, in which order; nothing changes', {
    body: campaignPlan,
    answer: campaignPreview,
  }),
  start: changing(
    'POST /api/campaigns',
    'Starts a campaign: the canary first, the others stage by stage while all is well',
    { body: campaignPlan, answer: campaign, status: 201 },
  ),
  pause: stopping('POST /api/campaigns/:id/pause', 'No further station is asked until it is resumed', order),
  resume: changing('POST /api/campaigns/:id/resume', 'A paused campaign goes on', order),
  stop: stopping('POST /api/campaigns/:id/stop', 'Ends a campaign because something is wrong with it', order),
  cancel: stopping('POST /api/campaigns/:id/cancel', 'Ends a campaign that is no longer wanted', order),
});
