/** One id, or several with commas between them. */
export type Ids = number | string;

/** The query of the checkout's address: what is to be bought, or the order that a bank leads back to. */
export interface BuySearch {
  readonly type?: 'package' | 'subscription' | 'event' | 'addon' | 'trial';
  readonly package_id?: number;
  readonly subscription_id?: number;
  readonly single_event_package_id?: number;
  /** The game that is bought, or that the buyer came from. */
  readonly event_id?: number;
  readonly event_category_id?: Ids;
  readonly participant_id?: Ids;
  /** What is bought along with a pass. */
  readonly addon_id?: Ids;
  readonly order?: number;
  readonly trk?: string;
}
