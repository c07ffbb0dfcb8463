"""The one space of ids: countries, cards, verbs and numbers are all distinct small integers.

An id is also the action that names it, so choosing Italy is answering with `ITALY`. The ids are
stable across versions (a test pins them); facts about countries and cards are in `data/`.
"""

from typing import Final, TypeAlias

Action: TypeAlias = int
Country: TypeAlias = int
Card: TypeAlias = int

# Countries: 0 to 83 in the order of data/countries.csv, then the civil war box.
CANADA: Final = 0
UK: Final = 1
NORWAY: Final = 2
SWEDEN: Final = 3
DENMARK: Final = 4
BENELUX: Final = 5
FRANCE: Final = 6
SPAIN_PORTUGAL: Final = 7
ITALY: Final = 8
GREECE: Final = 9
TURKEY: Final = 10
WEST_GERMANY: Final = 11
AUSTRIA: Final = 12
FINLAND: Final = 13
EAST_GERMANY: Final = 14
POLAND: Final = 15
CZECHOSLOVAKIA: Final = 16
HUNGARY: Final = 17
YUGOSLAVIA: Final = 18
ROMANIA: Final = 19
BULGARIA: Final = 20
AFGHANISTAN: Final = 21
PAKISTAN: Final = 22
INDIA: Final = 23
BURMA: Final = 24
LAOS_CAMBODIA: Final = 25
THAILAND: Final = 26
VIETNAM: Final = 27
MALAYSIA: Final = 28
INDONESIA: Final = 29
PHILIPPINES: Final = 30
AUSTRALIA: Final = 31
JAPAN: Final = 32
TAIWAN: Final = 33
SOUTH_KOREA: Final = 34
NORTH_KOREA: Final = 35
LIBYA: Final = 36
EGYPT: Final = 37
ISRAEL: Final = 38
LEBANON: Final = 39
SYRIA: Final = 40
JORDAN: Final = 41
IRAQ: Final = 42
IRAN: Final = 43
GULF_STATES: Final = 44
SAUDI_ARABIA: Final = 45
MOROCCO: Final = 46
ALGERIA: Final = 47
TUNISIA: Final = 48
WEST_AFRICAN_STATES: Final = 49
SAHARAN_STATES: Final = 50
IVORY_COAST: Final = 51
NIGERIA: Final = 52
CAMEROON: Final = 53
ZAIRE: Final = 54
ANGOLA: Final = 55
SOUTH_AFRICA: Final = 56
BOTSWANA: Final = 57
ZIMBABWE: Final = 58
SE_AFRICAN_STATES: Final = 59
KENYA: Final = 60
SOMALIA: Final = 61
ETHIOPIA: Final = 62
SUDAN: Final = 63
MEXICO: Final = 64
GUATEMALA: Final = 65
EL_SALVADOR: Final = 66
HONDURAS: Final = 67
COSTA_RICA: Final = 68
NICARAGUA: Final = 69
PANAMA: Final = 70
CUBA: Final = 71
HAITI: Final = 72
DOMINICAN_REPUBLIC: Final = 73
COLOMBIA: Final = 74
VENEZUELA: Final = 75
ECUADOR: Final = 76
PERU: Final = 77
BOLIVIA: Final = 78
PARAGUAY: Final = 79
URUGUAY: Final = 80
CHILE: Final = 81
ARGENTINA: Final = 82
BRAZIL: Final = 83
CHINESE_CIVIL_WAR: Final = 84

# Cards: 85 + the number in data/cards.csv; 85 itself stands for "no card". The ids 206 to 209 are
# free for the numbers 121 to 124. Later cards go above all other actions, from `LATER_CARDS` on
# (`card_numbered`), and `CARD_SLOTS` and `NUMBER_OF_ACTIONS` grow: no id in use ever moves.
NO_CARD: Final = 85
ASIA_SCORING: Final = 86
EUROPE_SCORING: Final = 87
MIDDLE_EAST_SCORING: Final = 88
DUCK_AND_COVER: Final = 89
FIVE_YEAR_PLAN: Final = 90
THE_CHINA_CARD: Final = 91
SOCIALIST_GOVERNMENTS: Final = 92
FIDEL: Final = 93
VIETNAM_REVOLTS: Final = 94
BLOCKADE: Final = 95
KOREAN_WAR: Final = 96
ROMANIAN_ABDICATION: Final = 97
ARAB_ISRAELI_WAR: Final = 98
COMECON: Final = 99
NASSER: Final = 100
WARSAW_PACT_FORMED: Final = 101
DE_GAULLE_LEADS_FRANCE: Final = 102
CAPTURED_NAZI_SCIENTIST: Final = 103
TRUMAN_DOCTRINE: Final = 104
OLYMPIC_GAMES: Final = 105
NATO: Final = 106
INDEPENDENT_REDS: Final = 107
MARSHALL_PLAN: Final = 108
INDO_PAKISTANI_WAR: Final = 109
CONTAINMENT: Final = 110
CIA_CREATED: Final = 111
US_JAPAN_MUTUAL_DEFENSE_PACT: Final = 112
SUEZ_CRISIS: Final = 113
EAST_EUROPEAN_UNREST: Final = 114
DECOLONIZATION: Final = 115
RED_SCARE_PURGE: Final = 116
UN_INTERVENTION: Final = 117
DE_STALINIZATION: Final = 118
NUCLEAR_TEST_BAN: Final = 119
FORMOSAN_RESOLUTION: Final = 120
BRUSH_WAR: Final = 121
CENTRAL_AMERICA_SCORING: Final = 122
SOUTHEAST_ASIA_SCORING: Final = 123
ARMS_RACE: Final = 124
CUBAN_MISSILE_CRISIS: Final = 125
NUCLEAR_SUBS: Final = 126
QUAGMIRE: Final = 127
SALT_NEGOTIATIONS: Final = 128
BEAR_TRAP: Final = 129
SUMMIT: Final = 130
HOW_I_LEARNED_TO_STOP_WORRYING: Final = 131
JUNTA: Final = 132
KITCHEN_DEBATES: Final = 133
MISSILE_ENVY: Final = 134
WE_WILL_BURY_YOU: Final = 135
BREZHNEV_DOCTRINE: Final = 136
PORTUGUESE_EMPIRE_CRUMBLES: Final = 137
SOUTH_AFRICAN_UNREST: Final = 138
ALLENDE: Final = 139
WILLY_BRANDT: Final = 140
MUSLIM_REVOLUTION: Final = 141
ABM_TREATY: Final = 142
CULTURAL_REVOLUTION: Final = 143
FLOWER_POWER: Final = 144
U2_INCIDENT: Final = 145
OPEC: Final = 146
LONE_GUNMAN: Final = 147
COLONIAL_REAR_GUARDS: Final = 148
PANAMA_CANAL_RETURNED: Final = 149
CAMP_DAVID_ACCORDS: Final = 150
PUPPET_GOVERNMENTS: Final = 151
GRAIN_SALES_TO_SOVIETS: Final = 152
JOHN_PAUL_II_ELECTED_POPE: Final = 153
LATIN_AMERICAN_DEATH_SQUADS: Final = 154
OAS_FOUNDED: Final = 155
NIXON_PLAYS_THE_CHINA_CARD: Final = 156
SADAT_EXPELS_SOVIETS: Final = 157
SHUTTLE_DIPLOMACY: Final = 158
THE_VOICE_OF_AMERICA: Final = 159
LIBERATION_THEOLOGY: Final = 160
USSURI_RIVER_SKIRMISH: Final = 161
ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU: Final = 162
ALLIANCE_FOR_PROGRESS: Final = 163
AFRICA_SCORING: Final = 164
ONE_SMALL_STEP: Final = 165
SOUTH_AMERICA_SCORING: Final = 166
IRANIAN_HOSTAGE_CRISIS: Final = 167
THE_IRON_LADY: Final = 168
REAGAN_BOMBS_LIBYA: Final = 169
STAR_WARS: Final = 170
NORTH_SEA_OIL: Final = 171
THE_REFORMER: Final = 172
MARINE_BARRACKS_BOMBING: Final = 173
SOVIETS_SHOOT_DOWN_KAL_007: Final = 174
GLASNOST: Final = 175
ORTEGA_ELECTED_IN_NICARAGUA: Final = 176
TERRORISM: Final = 177
IRAN_CONTRA_SCANDAL: Final = 178
CHERNOBYL: Final = 179
LATIN_AMERICAN_DEBT_CRISIS: Final = 180
TEAR_DOWN_THIS_WALL: Final = 181
AN_EVIL_EMPIRE: Final = 182
ALDRICH_AMES_REMIX: Final = 183
PERSHING_II_DEPLOYED: Final = 184
WARGAMES: Final = 185
SOLIDARITY: Final = 186
IRAN_IRAQ_WAR: Final = 187
DEFECTORS: Final = 188
THE_CAMBRIDGE_FIVE: Final = 189
SPECIAL_RELATIONSHIP: Final = 190
NORAD: Final = 191
CHE: Final = 192
OUR_MAN_IN_TEHRAN: Final = 193
YURI_AND_SAMANTHA: Final = 194
AWACS_SALE_TO_SAUDIS: Final = 195

# Promotional cards P1 to P8, then the two cards that Turn Zero puts in place of others.
NON_ALIGNED_MOVEMENT: Final = 196
MOBUTU_SESE_SEKO: Final = 197
BERLIN_WALL: Final = 198
STANISLAV_PETROV: Final = 199
KREMLIN_FLU: Final = 200
FIRST_LIGHTNING: Final = 201
WHO_LOST_CHINA: Final = 202
DONT_WAIT_FOR_THE_TRANSLATION: Final = 203
EUROPE_SCORING_ALLIED_BERLIN: Final = 204
NATIONALIST_CHINA: Final = 205
# One above the last card: how long a table of cards by id is.
CARD_SLOTS: Final = 206

# Verbs: how a card is used, and the answers that are neither a country nor a card.
EVENT: Final = 210
EVENT_FIRST: Final = 211
INFLUENCE: Final = 212
COUP: Final = 213
REALIGNMENT: Final = 214
SPACE: Final = 215
PASS: Final = 216
DECLINE: Final = 217
DONE: Final = 218
ACCEPT: Final = 219
PARTICIPATE: Final = 220
BOYCOTT: Final = 221
PLAY_IT: Final = 222
RETURN_IT: Final = 223
IMPROVE: Final = 224
KEEP: Final = 225
DEGRADE: Final = 226
REMOVE: Final = 227
ADD: Final = 228
ROLL: Final = 229

# The six regions that can be named.
NAME_EUROPE: Final = 235
NAME_ASIA: Final = 236
NAME_MIDDLE_EAST: Final = 237
NAME_AFRICA: Final = 238
NAME_CENTRAL_AMERICA: Final = 239
NAME_SOUTH_AMERICA: Final = 240

# Faces of a die are DIE + 1 to DIE + 6; whole numbers are NUMBER + 0 to NUMBER + 20.
DIE: Final = 241
NUMBER: Final = 250

# Turn Zero statecraft: the same five kinds for both sides. Sides, for a bid.
STATECRAFT_MINOR: Final = 275
STATECRAFT_SECOND_MINOR: Final = 276
STATECRAFT_MAJOR: Final = 277
STATECRAFT_CANCEL: Final = 278
STATECRAFT_DUMMY: Final = 279
NAME_USSR: Final = 280
NAME_US: Final = 281

# The crises of Turn Zero: the first pile, then the second.
CRISIS_VE_DAY: Final = 282
CRISIS_YALTA_AND_POTSDAM: Final = 283
CRISIS_UK_ELECTION: Final = 284
CRISIS_ISRAEL: Final = 285
CRISIS_VJ_DAY: Final = 286
CRISIS_CHINESE_CIVIL_WAR: Final = 287
LATER_CARDS: Final = 288
NUMBER_OF_ACTIONS: Final = 288

# What the layouts of observations and actions keep room for, so that a new card moves nothing.
CARD_PLACES: Final = 128
ACTION_PLACES: Final = 320
