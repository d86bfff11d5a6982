/** The words in which schedules are spoken of, for the door that stations come by. */

export type { EnergyTransfer } from '#contract/energy-transfer.ts';
export type {
  AcNeeds,
  DcNeeds,
  DerAbilities,
  EnergyOffer,
  IslandingDetection,
  V2xNeeds,
} from '#contract/ev-needs.ts';
export type {
  OperationMode,
  RatePlan,
  RateUpdate,
  Schedule,
  ScheduleKind,
  SchedulePeriod,
  SchedulePurpose,
} from '#contract/schedule.ts';
export type { StartSchedule, WantedSchedule } from '#contract/wanted-schedule.ts';
