-- check: I47
-- class: L
-- title: values of securities are in their ranges and agree with each other
SELECT s_symb
FROM security
WHERE s_start_date > s_exch_date
   OR s_52wk_low > s_52wk_high
   OR s_52wk_high NOT BETWEEN 25 AND 30
   OR s_52wk_low < 20
   OR s_num_out NOT BETWEEN 4000000 AND 9500000000
   OR s_pe NOT BETWEEN 1 AND 120
   OR (s_yield = 0 AND s_dividend <> 0)
   OR (s_yield > 0
       AND s_dividend NOT BETWEEN round(s_yield * 0.2 - 0.01, 2) AND round(s_yield * 0.3 + 0.01, 2));
