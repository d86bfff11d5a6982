import type { CampaignAction } from '#contract/campaigns/campaign.ts';
import { commands } from '#contract/commands/commands.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../../problem.ts';
import type { CampaignNeeds } from '../campaign-needs.ts';
import { certificateWay } from './certificate-way.ts';
import { firmwareWay } from './firmware-way.ts';
import { settingsWay } from './settings-way.ts';
import type { Way } from './way.ts';

/** How this action is brought to a station. Throws where it cannot be brought to any. */
export async function wayOf(needs: CampaignNeeds, action: CampaignAction): Promise<Way> {
  if (action.kind === 'settings') {
    const { variables } = action;
    const read = commands['set-variables'].input.safeParse({ variables });
    if (!read.success)
      throw problemOf(
        'INVALID_INPUT',
        sentenceOf('campaign-settings-wrong', { why: read.error.issues[0]?.message ?? '' }),
      );
    return settingsWay(needs, variables);
  }
  if (action.kind === 'certificates') {
    const { rows } = await needs.pool.query<{ station_id: string }>(
      `select distinct issued.station_id from issued_certificate as issued
       join certificate_request as taken on taken.serial_number = issued.serial_number and taken.state = 'installed'
       where issued.station_id is not null and issued.purpose = $1`,
      [action.purpose],
    );
    return certificateWay({ ...needs, holders: new Set(rows.map(({ station_id }) => station_id)) });
  }
  const image = await needs.catalogue.get(action.imageId);
  const rollback = action.rollbackImageId === null ? null : await needs.catalogue.get(action.rollbackImageId);
  return firmwareWay(needs, { image, rollback });
}
