-- check: I53
-- class: L
-- title: ratios follow the aggregates, with the tolerance that their rounding needs
SELECT fi_co_id
     , fi_year
     , fi_qtr
FROM financial
WHERE fi_revenue <= 0
   OR abs(fi_basic_eps - fi_net_earn / fi_out_basic) > 0.011
   OR abs(fi_dilut_eps - fi_net_earn / fi_out_dilut) > 0.011
   OR abs(fi_margin - fi_net_earn / nullif(fi_revenue, 0)) > 0.011
   OR abs(fi_out_dilut - fi_out_basic * 1.1) > 1.01;
