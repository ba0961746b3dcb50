-- check: I52
-- class: L
-- title: 20 quarters per company from 2000, start dates on the first day of the quarter
SELECT co_id
FROM company
LEFT JOIN financial ON fi_co_id = co_id
GROUP BY co_id
HAVING count(fi_co_id) <> 20
    OR min(fi_year) <> 2000
    OR max(fi_year) <> 2004
    OR count(*) FILTER (WHERE fi_qtr_start_date <> make_date(fi_year, fi_qtr * 3 - 2, 1)) > 0;
