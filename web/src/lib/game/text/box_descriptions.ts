/** What a screen reader says of the boxes of the map. */

import type { RegionView, View } from "../../server/api.ts";
import type { Country } from "../../facts.ts";
import { countryName, regionName, sideName, t } from "../../language/language.svelte.ts";
import { controllerOf } from "../model/margins.ts";
import type { Mark } from "../model/marks.ts";
import { changeText } from "./step_lines.ts";
import { netOf } from "../model/regions.ts";

function country(view: View, of: Country, mark: Mark): string {
  const influence = view.influence[of.id] ?? { us: 0, ussr: 0 };
  const parts = [countryName(of.id)];
  if (view.battlegrounds[of.id] ?? of.battleground) parts.push(t("box.battleground"));
  parts.push(t("box.stability", { n: view.stability[of.id] ?? of.stability }));
  if (influence.us) parts.push(t("box.us", { n: influence.us }));
  if (influence.ussr) parts.push(t("box.ussr", { n: influence.ussr }));
  const holder = controllerOf(view, of.id);
  parts.push(holder ? t("box.control", { side: sideName(holder) }) : t("box.nobody"));
  const { added, changed } = mark;
  // Faint is what the coach would do.
  const own = added && !added.faint ? [`${sideName(added.side)} ${added.text}`] : [];
  const news = [...own, ...(changed ? [changeText(changed)] : [])];
  if (news.length > 0) parts.push(t("news.changed", { list: news.join(", ") }));
  if (mark.state === "fatal") parts.push(t("box.fatal"));
  else if (mark.state === "chosen") parts.push(t("box.chosen"));
  else if (mark.state === "legal" || mark.state === "open") parts.push(t("box.legal"));
  return parts.join(", ");
}

function region(of: RegionView): string {
  const net = netOf(of);
  const name = regionName(of.region);
  const score = net.side
    ? t("region.net", { side: sideName(net.side), points: net.text })
    : t("region.even");
  return `${name}: ${score}`;
}

function china(view: View): string {
  if (view.china_holder === "nobody") return t("china.civil_war");
  const side = sideName(view.china_holder);
  return `${t("china.card")}: ${t(view.china_face_up ? "china.up" : "china.down", { side })}`;
}

export const describeBox = { country, region, china };
