declare module "virtual:countries" {
  const countries: import("./lib/facts.ts").Country[];
  export default countries;
}
declare module "virtual:cards" {
  const cards: import("./lib/facts.ts").Card[];
  export default cards;
}
declare module "virtual:layout" {
  const layout: {
    boxes: import("./lib/map/layout.ts").Box[];
    lines: import("./lib/map/layout.ts").Line[];
  };
  export default layout;
}
declare module "virtual:shapes" {
  const shapes: import("./lib/map/shapes.ts").Shapes;
  export default shapes;
}
declare module "virtual:words/*" {
  const words: import("./lib/language/words.ts").Words;
  export default words;
}
declare module "virtual:tokens.css";
