/** What the picture of each card shows: the countries that its event touches, or a glyph. */

import { COUNTRIES } from "../facts.ts";

export type Glyph =
  | "defcon"
  | "rocket"
  | "hand"
  | "eye"
  | "pile"
  | "dice"
  | "more"
  | "less"
  | "globe"
  | "moves"
  | "missile"
  | "submarine"
  | "trap"
  | "flower"
  | "plane"
  | "wheat"
  | "radio"
  | "satellite"
  | "derrick"
  | "atom"
  | "laurel"
  | "torch"
  | "person"
  | "tank";

/** Countries and regions; `paler` ones matter to the event without being changed by it. */
export interface Theatre {
  touched: readonly string[];
  paler?: readonly string[];
}

type Picture = Glyph | Theatre;

const LATIN = ["central_america", "south_america"];
const CHINA = ["chinese_civil_war"];

const PICTURES: Record<string, Picture> = {
  asia_scoring: { touched: ["asia"] },
  europe_scoring: { touched: ["europe"] },
  middle_east_scoring: { touched: ["middle_east"] },
  duck_and_cover: "defcon",
  five_year_plan: "hand",
  the_china_card: { touched: CHINA, paler: ["asia"] },
  socialist_governments: { touched: ["western_europe"] },
  fidel: { touched: ["cuba"] },
  vietnam_revolts: { touched: ["vietnam"], paler: ["southeast_asia"] },
  blockade: { touched: ["west_germany"] },
  korean_war: { touched: ["south_korea"], paler: ["japan", "taiwan", "north_korea"] },
  romanian_abdication: { touched: ["romania"] },
  arab_israeli_war: { touched: ["israel"], paler: ["egypt", "jordan", "lebanon", "syria"] },
  comecon: { touched: ["eastern_europe"] },
  nasser: { touched: ["egypt"] },
  warsaw_pact_formed: { touched: ["eastern_europe"] },
  de_gaulle_leads_france: { touched: ["france"] },
  captured_nazi_scientist: "rocket",
  truman_doctrine: { touched: ["europe"] },
  olympic_games: "torch",
  nato: { touched: ["western_europe"], paler: ["eastern_europe"] },
  independent_reds: {
    touched: ["yugoslavia", "romania", "bulgaria", "hungary", "czechoslovakia"],
  },
  marshall_plan: { touched: ["western_europe"] },
  indo_pakistani_war: { touched: ["india", "pakistan"], paler: ["afghanistan", "burma", "iran"] },
  containment: "more",
  cia_created: "eye",
  us_japan_mutual_defense_pact: { touched: ["japan"] },
  suez_crisis: { touched: ["france", "uk", "israel"] },
  east_european_unrest: { touched: ["eastern_europe"] },
  decolonization: { touched: ["africa", "southeast_asia"] },
  red_scare_purge: "less",
  un_intervention: "globe",
  de_stalinization: "moves",
  nuclear_test_ban: "defcon",
  formosan_resolution: { touched: ["taiwan"] },
  brush_war: { touched: ["stability:2"] },
  central_america_scoring: { touched: ["central_america"] },
  southeast_asia_scoring: { touched: ["southeast_asia"] },
  arms_race: "tank",
  cuban_missile_crisis: { touched: ["cuba"] },
  nuclear_subs: "submarine",
  quagmire: "trap",
  salt_negotiations: "defcon",
  bear_trap: "trap",
  summit: "dice",
  how_i_learned_to_stop_worrying: "defcon",
  junta: { touched: LATIN },
  kitchen_debates: { touched: ["battlegrounds"] },
  missile_envy: "missile",
  we_will_bury_you: "defcon",
  brezhnev_doctrine: "more",
  portuguese_empire_crumbles: { touched: ["angola", "se_african_states"] },
  south_african_unrest: { touched: ["south_africa"], paler: ["angola", "botswana"] },
  allende: { touched: ["chile"] },
  willy_brandt: { touched: ["west_germany"] },
  muslim_revolution: {
    touched: ["sudan", "iran", "iraq", "egypt", "libya", "saudi_arabia", "syria", "jordan"],
  },
  abm_treaty: "defcon",
  cultural_revolution: { touched: CHINA },
  flower_power: "flower",
  u2_incident: "plane",
  opec: {
    touched: ["egypt", "iran", "libya", "saudi_arabia", "iraq", "gulf_states"],
    paler: ["venezuela"],
  },
  lone_gunman: "eye",
  colonial_rear_guards: { touched: ["africa", "southeast_asia"] },
  panama_canal_returned: { touched: ["panama", "costa_rica", "venezuela"] },
  camp_david_accords: { touched: ["israel", "jordan", "egypt"] },
  puppet_governments: "moves",
  grain_sales_to_soviets: "wheat",
  john_paul_ii_elected_pope: { touched: ["poland"] },
  latin_american_death_squads: { touched: LATIN },
  oas_founded: { touched: LATIN },
  nixon_plays_the_china_card: { touched: CHINA },
  sadat_expels_soviets: { touched: ["egypt"] },
  shuttle_diplomacy: { touched: ["middle_east", "asia"] },
  the_voice_of_america: "radio",
  liberation_theology: { touched: ["central_america"] },
  ussuri_river_skirmish: { touched: CHINA, paler: ["asia"] },
  ask_not_what_your_country_can_do_for_you: "hand",
  alliance_for_progress: { touched: ["battlegrounds:latin"], paler: LATIN },
  africa_scoring: { touched: ["africa"] },
  one_small_step: "rocket",
  south_america_scoring: { touched: ["south_america"] },
  iranian_hostage_crisis: { touched: ["iran"] },
  the_iron_lady: { touched: ["uk"], paler: ["argentina"] },
  reagan_bombs_libya: { touched: ["libya"] },
  star_wars: "satellite",
  north_sea_oil: "derrick",
  the_reformer: { touched: ["europe"] },
  marine_barracks_bombing: { touched: ["lebanon"], paler: ["middle_east"] },
  soviets_shoot_down_kal_007: "plane",
  glasnost: "defcon",
  ortega_elected_in_nicaragua: {
    touched: ["nicaragua"],
    paler: ["cuba", "honduras", "costa_rica"],
  },
  terrorism: "hand",
  iran_contra_scandal: "dice",
  chernobyl: "atom",
  latin_american_debt_crisis: { touched: ["south_america"] },
  tear_down_this_wall: { touched: ["east_germany"], paler: ["europe"] },
  an_evil_empire: "laurel",
  aldrich_ames_remix: "eye",
  pershing_ii_deployed: { touched: ["western_europe"] },
  wargames: "defcon",
  solidarity: { touched: ["poland"] },
  iran_iraq_war: { touched: ["iran", "iraq"], paler: ["middle_east", "afghanistan", "pakistan"] },
  defectors: "person",
  the_cambridge_five: "eye",
  special_relationship: { touched: ["uk"], paler: ["western_europe"] },
  norad: { touched: ["canada"] },
  che: { touched: [...LATIN, "africa"] },
  our_man_in_tehran: { touched: ["iran"], paler: ["middle_east"] },
  yuri_and_samantha: "laurel",
  awacs_sale_to_saudis: { touched: ["saudi_arabia"] },
  non_aligned_movement: {
    touched: ["india", "africa", "southeast_asia", "middle_east", "south_america"],
  },
  mobutu_sese_seko: { touched: ["zaire"] },
  berlin_wall: { touched: ["east_germany"] },
  stanislav_petrov: "defcon",
  kremlin_flu: "trap",
  first_lightning: "atom",
  who_lost_china: { touched: CHINA },
  dont_wait_for_the_translation: "laurel",
  europe_scoring_allied_berlin: { touched: ["europe"] },
  nationalist_china: { touched: ["asia"] },
};

export function pictureOf(card: string): Picture {
  const picture = PICTURES[card];
  if (!picture) throw new Error(`the card ${card} has no picture`);
  return picture;
}

/** Turns regions and other groups into countries. */
export function countriesOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap(group))];
}

function group(name: string): string[] {
  if (name === "battlegrounds") return ids((country) => country.battleground);
  if (name === "battlegrounds:latin")
    return ids((country) => country.battleground && LATIN.includes(country.region));
  if (name === "stability:2") return ids((country) => country.stability <= 2);
  const found = ids((country) => country.region === name || country.subregions.includes(name));
  return found.length > 0 ? found : [name];
}

function ids(fits: (country: (typeof COUNTRIES)[number]) => boolean): string[] {
  return COUNTRIES.filter(fits).map((country) => country.id);
}
